"""A program that a type checker reads; test_types.py says what it finds.

Licensed under the MIT license; see LICENSE.
"""

import quartz

layer = quartz.CAShapeLayer(line_width=3, frame=(0, 0, 10, 10), background_color="#ff0000")
width: float = layer.line_width
origin: float = layer.frame.x
path: quartz.Path | None = layer.path
layer.hidden = True
fade = quartz.CABasicAnimation("opacity", to_value=0.0, duration=2)
layer.animate(fade, "fade")
with quartz.Context(10, 10, background=(1, 1, 1)) as context:
    context.layer = layer
    picture: quartz.Image = context.image(0.5)
    film: quartz.Film = context.film(1, progress=lambda done, count: None)
package = quartz.Package("Clock.ca", planes=["background"])
loop = package.loop
length: float = loop.duration if loop else 5

# The mistakes, line by line.
layer.hidden = "yes"  # wrong
quartz.CALayer(line_width=1)  # wrong
name: str = layer.line_width  # wrong
context.image("now")  # wrong
