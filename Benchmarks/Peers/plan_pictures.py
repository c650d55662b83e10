"""Frames of our plans as pictures of Skia, drawn as a program that uses Skia would draw them.

`benchmarks --frames-of-scenes` writes the plans; RenderPlan.swift says what their fields mean. A group is a layer of the
canvas, but for groups that only clip; a shadow of a box is a mask filter; a blurred background is a backdrop filter;
particles are an atlas; coverage, which we make of paths and keep, is an image of alpha, so that Skia need not fill
paths. Pictures of planes come as R, G, B, A.
"""
# Licensed under the MIT license; see LICENSE.

import json
import pathlib

import numpy
import skia

OPAQUE, COPIES, NEAREST, STRETCHED, REPEATS, MIPMAPPED = 2, 8, 16, 32, 64, 128
RADIAL, CONIC, PARTICLE = 512, 1024, 2048
BLENDS = {
    "multiply": skia.BlendMode.kMultiply, "screen": skia.BlendMode.kScreen,
    "overlay": skia.BlendMode.kOverlay, "darken": skia.BlendMode.kDarken,
    "lighten": skia.BlendMode.kLighten, "plusLighter": skia.BlendMode.kPlus,
    "colorDodge": skia.BlendMode.kColorDodge, "colorBurn": skia.BlendMode.kColorBurn,
    "softLight": skia.BlendMode.kSoftLight, "hardLight": skia.BlendMode.kHardLight,
    "difference": skia.BlendMode.kDifference, "exclusion": skia.BlendMode.kExclusion,
}


def straight(color):
    """A colour of Skia, of a premultiplied one."""
    red, green, blue, alpha = color
    scale = 1 / alpha if alpha > 0 else 0
    return skia.Color4f(red * scale, green * scale, blue * scale, alpha)


def rect_of(numbers):
    return skia.Rect.MakeLTRB(*numbers)


def matrix_of(shape):
    """From shape space to pixels."""
    if "inverse" not in shape:
        return skia.Matrix()
    a, b, c = shape["inverse"]
    to_shape = skia.Matrix.MakeAll(a[0], b[0], c[0], a[1], b[1], c[1], a[2], b[2], c[2])
    result = skia.Matrix()
    if not to_shape.invert(result):
        return None
    return result


def rounded(rect, radii_x, radii_y):
    result = skia.RRect()
    order = (0, 1, 3, 2)
    result.setRectRadii(rect, [skia.Point(radii_x[i], radii_y[i]) for i in order])
    return result


def rrect_of(shape):
    """The rounded rectangle of a shape; None for one without corners."""
    if "radiiX" not in shape:
        return None
    return rounded(rect_of(shape["rect"]), shape["radiiX"], shape["radiiY"])


class Texels:
    """The axes of a map from shape space to texels: parts with places and texels at their ends."""

    def __init__(self, draw):
        self.scale, self.offset = draw["texelMap"][:2], draw["texelMap"][2:]
        self.edges, self.stretch = draw.get("sliceEdges"), draw.get("stretch")

    def texel(self, axis, place):
        if not self.edges:
            return place * self.scale[axis] + self.offset[axis]
        first, last = self.edges[axis], self.edges[axis + 2]
        outer = min(place, first) + max(place - last, 0)
        inner = min(max(place, first), last) - first
        return outer * self.scale[axis] + self.offset[axis] + inner * self.stretch[axis]

    def place(self, axis, texel, is_late):
        """The place of a texel before or behind the middle part."""
        texel -= self.offset[axis]
        if not self.edges or not is_late:
            return texel / self.scale[axis]
        first, last = self.edges[axis], self.edges[axis + 2]
        return last - first + (texel - (last - first) * self.stretch[axis]) / self.scale[axis]

    def parts(self, axis, low, high):
        stops = [low, high]
        if self.edges:
            stops = sorted({low, high} | {
                edge for edge in (self.edges[axis], self.edges[axis + 2]) if low < edge < high})
        return [(a, b, self.texel(axis, a), self.texel(axis, b)) for a, b in zip(stops, stops[1:])]

    def to_shape(self):
        """From texels to shape space, without a middle part."""
        x, y = 1 / self.scale[0], 1 / self.scale[1]
        return skia.Matrix.MakeAll(x, 0, -self.offset[0] * x, 0, y, -self.offset[1] * y, 0, 0, 1)


class PlanScene:
    """A scene and its frames."""

    def __init__(self, folder):
        folder = pathlib.Path(folder)
        document = json.loads((folder / "scene.json").read_text())
        self.name = document["name"]
        self.width, self.height = document["width"], document["height"]
        self.frames = document["frames"]
        self.blocks = document["blocks"]
        self.memory = numpy.memmap(folder / "blocks", numpy.uint8, "r")
        self.images = {}
        self.kept = []
        self.missing = set()

    def array(self, number):
        block = self.blocks[number]
        count = block["width"] * block["height"] * block["bytes"]
        texels = self.memory[block["offset"]:block["offset"] + count]
        shape = (block["height"], block["width"])
        return texels.reshape(shape + (4,) if block["bytes"] == 4 else shape)

    def image(self, number):
        if number in self.images:
            return self.images[number]
        array = self.array(number)
        if array.ndim == 3:
            is_opaque = bool((array[..., 3] == 255).all())
            form = skia.kN32_ColorType
            if form == skia.kBGRA_8888_ColorType:
                array = array[..., [2, 1, 0, 3]]
            alpha = skia.kOpaque_AlphaType if is_opaque else skia.kPremul_AlphaType
        else:
            form, alpha = skia.kAlpha_8_ColorType, skia.kPremul_AlphaType
        array = numpy.ascontiguousarray(array)
        info = skia.ImageInfo.Make(array.shape[1], array.shape[0], form, alpha)
        data = skia.Data.MakeWithCopy(array.tobytes())
        image = skia.Image.MakeRasterData(info, data, array.strides[0])
        self.keep(data)
        self.images[number] = self.keep(image)
        return image

    def keep(self, part):
        """The part: paints and pictures do not keep theirs alive."""
        self.kept.append(part)
        return part

    def record(self):
        """The pictures of all frames."""
        pictures = []
        for frame in self.frames:
            recorder = skia.PictureRecorder()
            canvas = recorder.beginRecording(skia.Rect.MakeWH(self.width, self.height))
            FrameDrawing(self, frame, canvas).draw()
            pictures.append(recorder.finishRecordingAsPicture())
        return pictures


class FrameDrawing:
    """Draws one frame into a canvas."""

    def __init__(self, scene, frame, canvas):
        self.scene, self.canvas = scene, canvas
        self.surfaces, self.draws = frame["surfaces"], frame["draws"]

    def draw(self):
        output = self.surfaces[-1]
        self.canvas.clear(straight(output["clear"]))
        self.draw_list(output)

    def draw_list(self, surface):
        draws = self.draws[surface["draws"][0]:surface["draws"][1]]
        index = 0
        while index < len(draws):
            end = index
            while end < len(draws) and self.is_atlas(draws[end], draws[index]):
                end += 1
            if end > index + 1:
                self.draw_atlas(draws[index:end])
                index = end
                continue
            self.draw_one(draws[index])
            index += 1

    def draw_one(self, draw):
        left, top, right, bottom = draw["bounds"]
        if left >= right or top >= bottom:
            return
        canvas = self.canvas
        count = canvas.save()
        if "clip" in draw:
            self.clip(draw["clip"])
        getattr(self, "draw_" + draw["kind"])(draw)
        canvas.restoreToCount(count)

    def clip(self, shape):
        matrix = matrix_of(shape)
        if matrix is None:
            return
        path = skia.Path()
        rrect = rrect_of(shape)
        if "inverse" not in shape:
            if rrect:
                self.canvas.clipRRect(rrect, doAntiAlias=True)
            else:
                self.canvas.clipRect(rect_of(shape["rect"]), doAntiAlias=True)
            return
        if rrect:
            path.addRRect(rrect)
        else:
            path.addRect(rect_of(shape["rect"]))
        path.transform(matrix)
        self.canvas.clipPath(path, doAntiAlias=True)

    def enter(self, draw):
        """Goes to a draw's shape space, clipped where its bounds cut something off.

        False if it has none.
        """
        shape = draw["shape"]
        matrix = matrix_of(shape)
        if matrix is None:
            return False
        covered = matrix.mapRect(rect_of(shape["rect"]))
        bounds = rect_of(draw["bounds"])
        if not bounds.makeOutset(1, 1).contains(covered) or draw["kind"] == "coverage":
            self.canvas.clipRect(bounds)
        if "inverse" in shape:
            self.canvas.concat(matrix)
        return True

    # Boxes

    def draw_shape(self, shape, paint):
        rrect = rrect_of(shape)
        if rrect:
            self.canvas.drawRRect(rrect, paint)
        else:
            self.canvas.drawRect(rect_of(shape["rect"]), paint)

    def draw_solid(self, draw):
        if self.enter(draw):
            self.draw_shape(draw["shape"], skia.Paint(Color4f=straight(draw["color"]), AntiAlias=True))

    def draw_border(self, draw):
        if not self.enter(draw):
            return
        paint = skia.Paint(Color4f=straight(draw["color"]), AntiAlias=True)
        outer = rrect_of(draw["shape"]) or skia.RRect.MakeRect(rect_of(draw["shape"]["rect"]))
        if draw["inner"][0] >= draw["inner"][2] or draw["inner"][1] >= draw["inner"][3]:
            self.canvas.drawRRect(outer, paint)
            return
        inner = rounded(rect_of(draw["inner"]), *draw["innerRadii"])
        self.canvas.drawDRRect(outer, inner, paint)

    def draw_gradient(self, draw):
        if not self.enter(draw):
            return
        x, y = draw["maps"]
        matrix = skia.Matrix()
        to_gradient = skia.Matrix.MakeAll(x[0], x[1], x[2], y[0], y[1], y[2], 0, 0, 1)
        if not to_gradient.invert(matrix):
            return
        ramp, colors, places = draw["ramp"], [], []
        for number, (start, *numbers) in enumerate(ramp):
            base, slope = numpy.array(numbers[:4]), numpy.array(numbers[4:])
            end = ramp[number + 1][0] if number + 1 < len(ramp) else 1
            for place in (max(start, 0), end):
                color = numpy.clip(base + slope * place, 0, 1)
                colors.append(skia.Color4f(*(float(part) for part in color)).toColor())
                places.append(min(max(place, 0), 1))
        if draw["flags"] & RADIAL:
            shader = skia.GradientShader.MakeRadial(
                skia.Point(0, 0), 1, colors, places, skia.TileMode.kClamp, 0, matrix)
        elif draw["flags"] & CONIC:
            shader = skia.GradientShader.MakeSweep(
                0, 0, colors, places, skia.TileMode.kClamp, 0, 360, 0, matrix)
        else:
            ends = [skia.Point(0, 0), skia.Point(1, 0)]
            shader = skia.GradientShader.MakeLinear(
                ends, colors, places, skia.TileMode.kClamp, 0, matrix)
        self.draw_shape(draw["shape"], skia.Paint(Shader=shader, AntiAlias=True))

    # Images

    def sampling(self, draw):
        if draw["flags"] & (NEAREST | COPIES):
            return skia.SamplingOptions(skia.FilterMode.kNearest)
        if draw["flags"] & MIPMAPPED:
            return skia.SamplingOptions(skia.FilterMode.kLinear, skia.MipmapMode.kLinear)
        return skia.SamplingOptions(skia.FilterMode.kLinear)

    def tint(self, color):
        """A paint that multiplies with a premultiplied colour."""
        paint = skia.Paint()
        red, green, blue, alpha = color
        paint.setAlphaf(alpha)
        if max(abs(part - alpha) for part in (red, green, blue)) > 1 / 512:
            parts = straight(color)
            opaque = skia.Color4f(parts.fR, parts.fG, parts.fB, 1)
            paint.setColorFilter(self.scene.keep(
                skia.ColorFilters.Blend(opaque.toColor(), skia.BlendMode.kModulate)))
        return paint

    def block(self, draw):
        image = self.scene.image(draw["block"])
        if draw["flags"] & MIPMAPPED and not image.hasMipmaps():
            image = self.scene.keep(image.withDefaultMipmaps())
            self.scene.images[draw["block"]] = image
        return image

    def draw_image(self, draw):
        if "surface" in draw:
            return self.draw_surface_image(draw)
        if "block" not in draw or not self.enter(draw):
            return
        shape, texels = draw["shape"], Texels(draw)
        image, sampling, paint = self.block(draw), self.sampling(draw), self.tint(draw["color"])
        paint.setAntiAlias("inverse" in shape)
        rrect = rrect_of(shape)
        is_simple = not draw["flags"] & REPEATS and min(texels.scale) > 0
        if rrect or not is_simple:
            mode = skia.TileMode.kRepeat if draw["flags"] & REPEATS else skia.TileMode.kClamp
            paint.setShader(self.scene.keep(image.makeShader(mode, mode, sampling, texels.to_shape())))
            paint.setAntiAlias(True)
            self.draw_shape(shape, paint)
            return
        left, top, right, bottom = shape["rect"]
        whole = (0, 0, image.width(), image.height())
        is_whole = all(abs(a - b) < 1e-3 for a, b in zip(draw["texelRect"], whole))
        constraint = (
            skia.Canvas.SrcRectConstraint.kFast_SrcRectConstraint if is_whole
            else skia.Canvas.SrcRectConstraint.kStrict_SrcRectConstraint)
        for y0, y1, v0, v1 in texels.parts(1, top, bottom):
            for x0, x1, u0, u1 in texels.parts(0, left, right):
                self.canvas.drawImageRect(
                    image, skia.Rect.MakeLTRB(u0, v0, u1, v1), skia.Rect.MakeLTRB(x0, y0, x1, y1),
                    sampling, paint, constraint)

    def draw_surface_image(self, draw):
        """A group in a space of its own: drawn in that space, rather than into an image first."""
        if not self.enter(draw):
            return
        canvas = self.canvas
        rrect = rrect_of(draw["shape"])
        if rrect:
            canvas.clipRRect(rrect, doAntiAlias=True)
        else:
            canvas.clipRect(rect_of(draw["shape"]["rect"]), doAntiAlias="inverse" in draw["shape"])
        canvas.concat(Texels(draw).to_shape())
        frame = self.surfaces[draw["surface"]]["frame"]
        canvas.translate(-frame[0], -frame[1])
        self.draw_group(draw["surface"], self.tint(draw["color"]), None)

    # Particles

    def is_atlas(self, draw, first):
        if draw["kind"] != "image" or not draw["flags"] & PARTICLE or "surface" in draw:
            return False
        return "clip" not in draw and draw.get("block") == first.get("block") and min(draw["texelMap"][:2]) > 0

    def draw_atlas(self, draws):
        image, sampling = self.scene.image(draws[0]["block"]), self.sampling(draws[0])
        forms, parts, colors = [], [], []
        for draw in draws:
            matrix = matrix_of(draw["shape"])
            if matrix is None or draw["bounds"][0] >= draw["bounds"][2]:
                continue
            matrix.preConcat(Texels(draw).to_shape())
            forms.append(skia.RSXform(
                matrix.getScaleX(), matrix.getSkewY(), matrix.getTranslateX(), matrix.getTranslateY()))
            parts.append(rect_of(draw["texelRect"]))
            colors.append(straight(draw["color"]).toColor())
        if forms:
            self.canvas.drawAtlas(image, forms, parts, colors, skia.BlendMode.kModulate, sampling)

    # Coverage

    def draw_coverage(self, draw):
        if "surface" in draw:
            return self.draw_surface_coverage(draw)
        texels = Texels(draw)
        if "inverse" not in draw["shape"]:
            shape = dict(draw["shape"], rect=draw["bounds"])
        else:
            low, high = draw["texelRect"][:2], draw["texelRect"][2:]
            shape = dict(draw["shape"], rect=[
                texels.place(0, low[0], False), texels.place(1, low[1], False),
                texels.place(0, high[0], True), texels.place(1, high[1], True)])
        if not self.enter(dict(draw, shape=shape)):
            return
        paint = skia.Paint(Color4f=straight(draw["color"]))
        image = self.scene.image(draw["block"])
        left, top, right, bottom = shape["rect"]
        is_exact = texels.scale == [1, 1] and all(part == int(part) for part in texels.offset)
        if is_exact and "inverse" not in shape and not texels.edges:
            self.canvas.drawImage(
                image, -texels.offset[0], -texels.offset[1],
                skia.SamplingOptions(skia.FilterMode.kNearest), paint)
            return
        sampling = skia.SamplingOptions(skia.FilterMode.kLinear)
        for y0, y1, v0, v1 in texels.parts(1, top, bottom):
            for x0, x1, u0, u1 in texels.parts(0, left, right):
                self.canvas.drawImageRect(
                    image, skia.Rect.MakeLTRB(u0, v0, u1, v1), skia.Rect.MakeLTRB(x0, y0, x1, y1),
                    sampling, paint)

    def draw_surface_coverage(self, draw):
        """The alpha of a group in a colour: shadows."""
        texels = Texels(draw)
        source = self.surfaces[draw["surface"]]
        frame = source["frame"]
        sigma = 0
        while source.get("effect") == "blur alpha":
            sigma += source["numbers"][0]
            source = self.surfaces[source["of"]]
        draws = self.draws[source["draws"][0]:source["draws"][1]]
        color = straight(draw["color"])
        self.canvas.clipRect(rect_of(draw["bounds"]))
        matrix = matrix_of(draw["shape"])
        if matrix is None:
            return
        if "inverse" in draw["shape"]:
            self.canvas.concat(matrix)
        is_box = len(draws) == 1 and draws[0]["kind"] == "solid" and "inverse" not in draws[0]["shape"]
        if is_box and "clip" not in draws[0]:
            shape = draws[0]["shape"]
            rect = [edge - frame[place % 2] for place, edge in enumerate(shape["rect"])]
            rect = [texels.place(place % 2, edge, place > 1) for place, edge in enumerate(rect)]
            scale = 1 / texels.scale[0]
            paint = skia.Paint(Color4f=color, AntiAlias=True)
            if sigma > 0:
                paint.setMaskFilter(skia.MaskFilter.MakeBlur(skia.kNormal_BlurStyle, sigma * scale))
            radii = [[part * scale for part in shape.get(name, [0] * 4)] for name in ("radiiX", "radiiY")]
            self.canvas.drawRRect(rounded(rect_of(rect), *radii), paint)
            return
        paint = skia.Paint(ColorFilter=skia.ColorFilters.Blend(
            color.toColor(), skia.BlendMode.kSrcIn))
        if sigma > 0:
            paint.setImageFilter(skia.ImageFilters.Blur(sigma, sigma, skia.TileMode.kDecal))
        self.canvas.concat(texels.to_shape())
        self.canvas.translate(-frame[0], -frame[1])
        self.canvas.saveLayer(rect_of(frame), paint)
        self.draw_list(source)
        self.canvas.restore()

    # Groups

    def draw_composite(self, draw):
        paint = skia.Paint()
        paint.setAlphaf(draw["opacity"])
        if "blend" in draw:
            if draw["blend"] not in BLENDS:
                self.scene.missing.add(draw["blend"])
            paint.setBlendMode(BLENDS.get(draw["blend"], skia.BlendMode.kSrcOver))
        bounds = rect_of(draw["bounds"])
        self.canvas.clipRect(bounds)
        mask = draw.get("mask")
        if mask is not None and self.clip_by(mask):
            mask = None
        chain, sigma, scale = draw["surface"], 0.0, 1.0
        while "effect" in self.surfaces[chain]:
            surface = self.surfaces[chain]
            if surface["effect"] == "scale":
                scale *= surface["numbers"][0]
            if surface["effect"] == "blur":
                # The effects behind it in the chain have scaled it already.
                sigma = surface["numbers"][0] * scale
            chain = surface["of"]
        if self.surfaces[chain]["reason"] == "backdrop" and sigma > 0:
            blur = skia.ImageFilters.Blur(sigma, sigma, skia.TileMode.kMirror)
            record = skia.Canvas.SaveLayerRec(bounds, paint, blur, 0)
            self.canvas.saveLayer(record)
            self.canvas.restore()
            return
        if mask is None:
            self.draw_group(draw["surface"], paint, bounds)
            return
        self.canvas.saveLayer(bounds, paint)
        self.draw_group(draw["surface"], skia.Paint(), bounds)
        self.draw_group(mask, skia.Paint(BlendMode=skia.BlendMode.kDstIn), bounds)
        self.canvas.restore()

    def clip_by(self, number):
        """Clips by a mask that is one opaque box; False for other masks."""
        surface = self.surfaces[number]
        draws = self.draws[surface["draws"][0]:surface["draws"][1]]
        if "effect" in surface or len(draws) != 1 or any(surface["clear"]):
            return False
        if draws[0]["kind"] != "solid" or draws[0]["color"][3] < 1 or "clip" in draws[0]:
            return False
        self.canvas.clipRect(rect_of(surface["frame"]))
        self.clip(draws[0]["shape"])
        return True

    def draw_group(self, number, paint, bounds):
        """A surface with a paint, in place."""
        surface = self.surfaces[number]
        effect = surface.get("effect")
        if effect:
            inner = skia.Paint()
            if effect in ("blur", "blur alpha"):
                inner.setImageFilter(skia.ImageFilters.Blur(*surface["numbers"], skia.TileMode.kDecal))
            elif effect == "matrix":
                inner.setColorFilter(skia.ColorFilters.Matrix(surface["numbers"]))
            else:
                self.scene.missing.add(effect)
            is_plain = paint.getAlphaf() == 1 and paint.getBlendMode() == skia.BlendMode.kSrcOver
            if not is_plain:
                self.canvas.saveLayer(bounds, paint)
            if surface["of"] >= 0:
                self.canvas.saveLayer(rect_of(self.surfaces[surface["of"]]["frame"]), inner)
                self.draw_group(surface["of"], skia.Paint(), None)
                self.canvas.restore()
            if not is_plain:
                self.canvas.restore()
            return
        is_plain = (
            paint.getAlphaf() == 1 and not any(surface["clear"]) and not paint.getColorFilter()
            and paint.getBlendMode() == skia.BlendMode.kSrcOver
            and not self.blends(surface))
        if is_plain:
            return self.draw_list(surface)
        self.canvas.saveLayer(bounds or rect_of(surface["frame"]), paint)
        if any(surface["clear"]):
            self.canvas.clear(straight(surface["clear"]))
        self.draw_list(surface)
        self.canvas.restore()

    def blends(self, surface):
        """Whether a draw of a surface looks at those below it."""
        return any("blend" in draw for draw in self.draws[surface["draws"][0]:surface["draws"][1]])
