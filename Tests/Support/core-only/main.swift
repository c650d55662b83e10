// A program that uses nothing but QuartzCore, to see what it links.
// Licensed under the MIT license; see LICENSE.

import QuartzCore

let layer = CALayer()
layer.bounds = CGRect(x: 0, y: 0, width: 10, height: 10)
layer.backgroundColor = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
print(layer.frame)
