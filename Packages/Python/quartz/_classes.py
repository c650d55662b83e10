"""The classes of layers, animations and cells, with their properties.

Written by Packages/Python/generate from the library's own table; do not edit.
Licensed under the MIT license; see LICENSE.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ._bases import Animation, Cell, Filter, Layer
from ._objects import BoolProperty, NumberProperty, Property
from ._pictures import Image, Path
from ._values import (
    Color, ColorLike, Point, PointLike, Rect, RectLike, Size, SizeLike, Transform, TransformLike)

__all__ = [
    "CALayer",
    "CATransformLayer",
    "CAShapeLayer",
    "CAGradientLayer",
    "CAReplicatorLayer",
    "CATextLayer",
    "CAScrollLayer",
    "CATiledLayer",
    "CAEmitterLayer",
    "CABackdropLayer",
    "CAPortalLayer",
    "CABasicAnimation",
    "CAKeyframeAnimation",
    "CASpringAnimation",
    "CAAnimationGroup",
    "CATransition",
    "CAEmitterCell",
]


class CALayer(Layer, kind=2, named="CALayer"):
    """The class of that name of Core Animation."""

    __slots__ = ()
    _class_name = "CALayer"
    _types = {
        "allowsEdgeAntialiasing": 1, "allowsGroupOpacity": 1, "anchorPoint": 4, "anchorPointZ": 2,
        "autoresizingMask": 2, "autoreverses": 1, "backgroundColor": 7, "backgroundFilters": 13,
        "beginTime": 2, "borderColor": 7, "borderWidth": 2, "bounds": 6, "compositingFilter": 9,
        "contents": 12, "contentsCenter": 6, "contentsFormat": 9, "contentsGravity": 9,
        "contentsHeadroom": 2, "contentsMultiplyColor": 7, "contentsRect": 6, "contentsScale": 2,
        "contentsTransform": 8, "cornerCurve": 9, "cornerRadius": 2, "doubleSided": 1,
        "drawsAsynchronously": 1, "duration": 2, "edgeAntialiasingMask": 2, "fillMode": 9, "filters": 13,
        "frame": 6, "geometryFlipped": 1, "hidden": 1, "magnificationFilter": 9, "mask": 12,
        "maskedCorners": 2, "masksToBounds": 1, "minificationFilter": 9, "minificationFilterBias": 2,
        "name": 9, "needsDisplayOnBoundsChange": 1, "opacity": 2, "opaque": 1, "position": 4,
        "preferredDynamicRange": 9, "rasterizationScale": 2, "remoteClientId": 2, "repeatCount": 2,
        "repeatDuration": 2, "shadowColor": 7, "shadowOffset": 5, "shadowOpacity": 2, "shadowPath": 12,
        "shadowRadius": 2, "shouldRasterize": 1, "speed": 2, "sublayerTransform": 8, "sublayers": 13,
        "superlayer": 12, "timeOffset": 2, "toneMapMode": 9, "transform": 8, "visibleRect": 6,
        "wantsExtendedDynamicRangeContent": 1, "zPosition": 2,
    }
    frame: Property[Rect, RectLike] = Property("frame", 6)
    sublayers: Property[list[Layer] | None, Sequence[Layer] | None] = Property("sublayers", 13)
    superlayer: Property[Layer | None, Layer | None] = Property("superlayer", 12)
    mask: Property[Layer | None, Layer | None] = Property("mask", 12)
    contents_format: Property[str | None, str | None] = Property("contentsFormat", 9)
    draws_asynchronously = BoolProperty("drawsAsynchronously", 1)
    needs_display_on_bounds_change = BoolProperty("needsDisplayOnBoundsChange", 1)
    autoresizing_mask = NumberProperty("autoresizingMask", 2)
    visible_rect: Property[Rect, RectLike] = Property("visibleRect", 6)
    bounds: Property[Rect, RectLike] = Property("bounds", 6, "It animates.")
    position: Property[Point, PointLike] = Property("position", 4, "It animates.")
    z_position = NumberProperty("zPosition", 2, "It animates.")
    anchor_point: Property[Point, PointLike] = Property("anchorPoint", 4, "It animates.")
    anchor_point_z = NumberProperty("anchorPointZ", 2, "It animates.")
    transform: Property[Transform, TransformLike] = Property("transform", 8, "It animates.")
    sublayer_transform: Property[Transform, TransformLike] = Property("sublayerTransform", 8, "It animates.")
    hidden = BoolProperty("hidden", 1, "It animates.")
    double_sided = BoolProperty("doubleSided", 1, "It animates.")
    geometry_flipped = BoolProperty("geometryFlipped", 1)
    masks_to_bounds = BoolProperty("masksToBounds", 1, "It animates.")
    contents: Property[Image | None, Image | None] = Property("contents", 12, "It animates.")
    contents_rect: Property[Rect, RectLike] = Property("contentsRect", 6, "It animates.")
    contents_gravity: Property[str | None, str | None] = Property(
        "contentsGravity", 9, "One of resize, resizeAspect, resizeAspectFill, center, top, bottom, left, right, topLeft, topRight, bottomLeft, bottomRight.")
    contents_scale = NumberProperty("contentsScale", 2, "It animates.")
    minification_filter: Property[str | None, str | None] = Property(
        "minificationFilter", 9, "One of linear, nearest, trilinear.")
    magnification_filter: Property[str | None, str | None] = Property(
        "magnificationFilter", 9, "One of linear, nearest, trilinear.")
    opaque = BoolProperty("opaque", 1)
    background_color: Property[Color | None, ColorLike | None] = Property(
        "backgroundColor", 7, "It animates.")
    corner_radius = NumberProperty("cornerRadius", 2, "It animates.")
    masked_corners = NumberProperty("maskedCorners", 2, "It animates.")
    border_width = NumberProperty("borderWidth", 2, "It animates.")
    border_color: Property[Color | None, ColorLike | None] = Property("borderColor", 7, "It animates.")
    opacity = NumberProperty("opacity", 2, "It animates.")
    allows_group_opacity = BoolProperty("allowsGroupOpacity", 1)
    contents_multiply_color: Property[Color | None, ColorLike | None] = Property(
        "contentsMultiplyColor", 7, "It animates.")
    name: Property[str | None, str | None] = Property("name", 9)
    begin_time = NumberProperty("beginTime", 2)
    time_offset = NumberProperty("timeOffset", 2)
    speed = NumberProperty("speed", 2)
    shadow_color: Property[Color | None, ColorLike | None] = Property("shadowColor", 7, "It animates.")
    shadow_opacity = NumberProperty("shadowOpacity", 2, "It animates.")
    shadow_offset: Property[Size, SizeLike] = Property("shadowOffset", 5, "It animates.")
    shadow_radius = NumberProperty("shadowRadius", 2, "It animates.")
    shadow_path: Property[Path | None, Path | None] = Property("shadowPath", 12, "It animates.")
    corner_curve: Property[str | None, str | None] = Property(
        "cornerCurve", 9, "One of circular, continuous.")
    contents_center: Property[Rect, RectLike] = Property("contentsCenter", 6, "It animates.")
    minification_filter_bias = NumberProperty("minificationFilterBias", 2, "It animates.")
    should_rasterize = BoolProperty("shouldRasterize", 1, "It animates.")
    rasterization_scale = NumberProperty("rasterizationScale", 2, "It animates.")
    edge_antialiasing_mask = NumberProperty("edgeAntialiasingMask", 2)
    allows_edge_antialiasing = BoolProperty("allowsEdgeAntialiasing", 1)
    compositing_filter: Property[str | None, str | None] = Property(
        "compositingFilter", 9, "One of normalBlendMode, multiplyBlendMode, screenBlendMode, overlayBlendMode, darkenBlendMode, lightenBlendMode, colorDodgeBlendMode, colorBurnBlendMode, softLightBlendMode, hardLightBlendMode, differenceBlendMode, exclusionBlendMode, hueBlendMode, saturationBlendMode, colorBlendMode, luminosityBlendMode, clearBlendMode, copyBlendMode, sourceInBlendMode, sourceOutBlendMode, sourceAtopBlendMode, destinationOverBlendMode, destinationInBlendMode, destinationOutBlendMode, destinationAtopBlendMode, xorBlendMode, plusDarkerBlendMode, plusLighterBlendMode, linearBurnBlendMode, linearDodgeBlendMode, linearLightBlendMode, vividLightBlendMode, pinLightBlendMode, subtractBlendMode, divideBlendMode, maximumBlendMode, minimumBlendMode, sourceMinusDestinationBlendMode, destinationMinusSourceBlendMode.")
    duration = NumberProperty("duration", 2)
    repeat_count = NumberProperty("repeatCount", 2)
    repeat_duration = NumberProperty("repeatDuration", 2)
    autoreverses = BoolProperty("autoreverses", 1)
    fill_mode: Property[str | None, str | None] = Property(
        "fillMode", 9, "One of removed, forwards, backwards, both.")
    tone_map_mode: Property[str | None, str | None] = Property(
        "toneMapMode", 9, "One of automatic, never, ifSupported.")
    preferred_dynamic_range: Property[str | None, str | None] = Property(
        "preferredDynamicRange", 9, "It animates. One of automatic, standard, constrainedHigh, high.")
    contents_headroom = NumberProperty("contentsHeadroom", 2)
    wants_extended_dynamic_range_content = BoolProperty("wantsExtendedDynamicRangeContent", 1)
    filters: Property[list[Filter] | None, Sequence[Filter] | None] = Property("filters", 13, "It animates.")
    background_filters: Property[list[Filter] | None, Sequence[Filter] | None] = Property(
        "backgroundFilters", 13, "It animates.")
    contents_transform: Property[Transform, TransformLike] = Property("contentsTransform", 8, "It animates.")
    remote_client_id = NumberProperty("remoteClientId", 2)


class CATransformLayer(CALayer, named="CATransformLayer"):
    """The class of that name of Core Animation."""

    __slots__ = ()
    _class_name = "CATransformLayer"
    _types = {
        "allowsEdgeAntialiasing": 1, "allowsGroupOpacity": 1, "anchorPoint": 4, "anchorPointZ": 2,
        "autoresizingMask": 2, "autoreverses": 1, "backgroundColor": 7, "backgroundFilters": 13,
        "beginTime": 2, "borderColor": 7, "borderWidth": 2, "bounds": 6, "compositingFilter": 9,
        "contents": 12, "contentsCenter": 6, "contentsFormat": 9, "contentsGravity": 9,
        "contentsHeadroom": 2, "contentsMultiplyColor": 7, "contentsRect": 6, "contentsScale": 2,
        "contentsTransform": 8, "cornerCurve": 9, "cornerRadius": 2, "doubleSided": 1,
        "drawsAsynchronously": 1, "duration": 2, "edgeAntialiasingMask": 2, "fillMode": 9, "filters": 13,
        "frame": 6, "geometryFlipped": 1, "hidden": 1, "magnificationFilter": 9, "mask": 12,
        "maskedCorners": 2, "masksToBounds": 1, "minificationFilter": 9, "minificationFilterBias": 2,
        "name": 9, "needsDisplayOnBoundsChange": 1, "opacity": 2, "opaque": 1, "position": 4,
        "preferredDynamicRange": 9, "rasterizationScale": 2, "remoteClientId": 2, "repeatCount": 2,
        "repeatDuration": 2, "shadowColor": 7, "shadowOffset": 5, "shadowOpacity": 2, "shadowPath": 12,
        "shadowRadius": 2, "shouldRasterize": 1, "speed": 2, "sublayerTransform": 8, "sublayers": 13,
        "superlayer": 12, "timeOffset": 2, "toneMapMode": 9, "transform": 8, "visibleRect": 6,
        "wantsExtendedDynamicRangeContent": 1, "zPosition": 2,
    }


class CAShapeLayer(CALayer, named="CAShapeLayer"):
    """The class of that name of Core Animation."""

    __slots__ = ()
    _class_name = "CAShapeLayer"
    _types = {
        "allowsEdgeAntialiasing": 1, "allowsGroupOpacity": 1, "anchorPoint": 4, "anchorPointZ": 2,
        "autoresizingMask": 2, "autoreverses": 1, "backgroundColor": 7, "backgroundFilters": 13,
        "beginTime": 2, "borderColor": 7, "borderWidth": 2, "bounds": 6, "compositingFilter": 9,
        "contents": 12, "contentsCenter": 6, "contentsFormat": 9, "contentsGravity": 9,
        "contentsHeadroom": 2, "contentsMultiplyColor": 7, "contentsRect": 6, "contentsScale": 2,
        "contentsTransform": 8, "cornerCurve": 9, "cornerRadius": 2, "doubleSided": 1,
        "drawsAsynchronously": 1, "duration": 2, "edgeAntialiasingMask": 2, "fillColor": 7, "fillMode": 9,
        "fillRule": 9, "filters": 13, "frame": 6, "geometryFlipped": 1, "hidden": 1, "lineCap": 9,
        "lineDashPattern": 10, "lineDashPhase": 2, "lineJoin": 9, "lineWidth": 2, "magnificationFilter": 9,
        "mask": 12, "maskedCorners": 2, "masksToBounds": 1, "minificationFilter": 9,
        "minificationFilterBias": 2, "miterLimit": 2, "name": 9, "needsDisplayOnBoundsChange": 1,
        "opacity": 2, "opaque": 1, "path": 12, "position": 4, "preferredDynamicRange": 9,
        "rasterizationScale": 2, "remoteClientId": 2, "repeatCount": 2, "repeatDuration": 2,
        "shadowColor": 7, "shadowOffset": 5, "shadowOpacity": 2, "shadowPath": 12, "shadowRadius": 2,
        "shouldRasterize": 1, "speed": 2, "strokeColor": 7, "strokeEnd": 2, "strokeStart": 2,
        "sublayerTransform": 8, "sublayers": 13, "superlayer": 12, "timeOffset": 2, "toneMapMode": 9,
        "transform": 8, "visibleRect": 6, "wantsExtendedDynamicRangeContent": 1, "zPosition": 2,
    }
    path: Property[Path | None, Path | None] = Property("path", 12, "It animates.")
    fill_color: Property[Color | None, ColorLike | None] = Property("fillColor", 7, "It animates.")
    fill_rule: Property[str | None, str | None] = Property("fillRule", 9, "One of non-zero, even-odd.")
    stroke_color: Property[Color | None, ColorLike | None] = Property("strokeColor", 7, "It animates.")
    line_width = NumberProperty("lineWidth", 2, "It animates.")
    line_cap: Property[str | None, str | None] = Property("lineCap", 9, "One of butt, round, square.")
    line_join: Property[str | None, str | None] = Property("lineJoin", 9, "One of miter, round, bevel.")
    miter_limit = NumberProperty("miterLimit", 2, "It animates.")
    line_dash_pattern: Property[list[float] | None, Any] = Property("lineDashPattern", 10)
    line_dash_phase = NumberProperty("lineDashPhase", 2, "It animates.")
    stroke_start = NumberProperty("strokeStart", 2, "It animates.")
    stroke_end = NumberProperty("strokeEnd", 2, "It animates.")


class CAGradientLayer(CALayer, named="CAGradientLayer"):
    """The class of that name of Core Animation."""

    __slots__ = ()
    _class_name = "CAGradientLayer"
    _types = {
        "allowsEdgeAntialiasing": 1, "allowsGroupOpacity": 1, "anchorPoint": 4, "anchorPointZ": 2,
        "autoresizingMask": 2, "autoreverses": 1, "backgroundColor": 7, "backgroundFilters": 13,
        "beginTime": 2, "borderColor": 7, "borderWidth": 2, "bounds": 6, "colors": 11,
        "compositingFilter": 9, "contents": 12, "contentsCenter": 6, "contentsFormat": 9,
        "contentsGravity": 9, "contentsHeadroom": 2, "contentsMultiplyColor": 7, "contentsRect": 6,
        "contentsScale": 2, "contentsTransform": 8, "cornerCurve": 9, "cornerRadius": 2, "doubleSided": 1,
        "drawsAsynchronously": 1, "duration": 2, "edgeAntialiasingMask": 2, "endPoint": 4, "fillMode": 9,
        "filters": 13, "frame": 6, "geometryFlipped": 1, "hidden": 1, "locations": 10,
        "magnificationFilter": 9, "mask": 12, "maskedCorners": 2, "masksToBounds": 1,
        "minificationFilter": 9, "minificationFilterBias": 2, "name": 9, "needsDisplayOnBoundsChange": 1,
        "opacity": 2, "opaque": 1, "position": 4, "preferredDynamicRange": 9, "rasterizationScale": 2,
        "remoteClientId": 2, "repeatCount": 2, "repeatDuration": 2, "shadowColor": 7, "shadowOffset": 5,
        "shadowOpacity": 2, "shadowPath": 12, "shadowRadius": 2, "shouldRasterize": 1, "speed": 2,
        "startPoint": 4, "sublayerTransform": 8, "sublayers": 13, "superlayer": 12, "timeOffset": 2,
        "toneMapMode": 9, "transform": 8, "type": 9, "visibleRect": 6,
        "wantsExtendedDynamicRangeContent": 1, "zPosition": 2,
    }
    colors: Property[list[Color] | None, Sequence[ColorLike] | None] = Property("colors", 11, "It animates.")
    locations: Property[list[float] | None, Any] = Property("locations", 10, "It animates.")
    start_point: Property[Point, PointLike] = Property("startPoint", 4, "It animates.")
    end_point: Property[Point, PointLike] = Property("endPoint", 4, "It animates.")
    type: Property[str | None, str | None] = Property("type", 9, "One of axial, radial, conic.")


class CAReplicatorLayer(CALayer, named="CAReplicatorLayer"):
    """The class of that name of Core Animation."""

    __slots__ = ()
    _class_name = "CAReplicatorLayer"
    _types = {
        "allowsEdgeAntialiasing": 1, "allowsGroupOpacity": 1, "anchorPoint": 4, "anchorPointZ": 2,
        "autoresizingMask": 2, "autoreverses": 1, "backgroundColor": 7, "backgroundFilters": 13,
        "beginTime": 2, "borderColor": 7, "borderWidth": 2, "bounds": 6, "compositingFilter": 9,
        "contents": 12, "contentsCenter": 6, "contentsFormat": 9, "contentsGravity": 9,
        "contentsHeadroom": 2, "contentsMultiplyColor": 7, "contentsRect": 6, "contentsScale": 2,
        "contentsTransform": 8, "cornerCurve": 9, "cornerRadius": 2, "doubleSided": 1,
        "drawsAsynchronously": 1, "duration": 2, "edgeAntialiasingMask": 2, "fillMode": 9, "filters": 13,
        "frame": 6, "geometryFlipped": 1, "hidden": 1, "instanceAlphaOffset": 2, "instanceBlueOffset": 2,
        "instanceColor": 7, "instanceCount": 2, "instanceDelay": 2, "instanceGreenOffset": 2,
        "instanceRedOffset": 2, "instanceTransform": 8, "magnificationFilter": 9, "mask": 12,
        "maskedCorners": 2, "masksToBounds": 1, "minificationFilter": 9, "minificationFilterBias": 2,
        "name": 9, "needsDisplayOnBoundsChange": 1, "opacity": 2, "opaque": 1, "position": 4,
        "preferredDynamicRange": 9, "preservesDepth": 1, "rasterizationScale": 2, "remoteClientId": 2,
        "repeatCount": 2, "repeatDuration": 2, "shadowColor": 7, "shadowOffset": 5, "shadowOpacity": 2,
        "shadowPath": 12, "shadowRadius": 2, "shouldRasterize": 1, "speed": 2, "sublayerTransform": 8,
        "sublayers": 13, "superlayer": 12, "timeOffset": 2, "toneMapMode": 9, "transform": 8,
        "visibleRect": 6, "wantsExtendedDynamicRangeContent": 1, "zPosition": 2,
    }
    instance_count = NumberProperty("instanceCount", 2, "It animates.")
    instance_delay = NumberProperty("instanceDelay", 2, "It animates.")
    instance_transform: Property[Transform, TransformLike] = Property("instanceTransform", 8, "It animates.")
    preserves_depth = BoolProperty("preservesDepth", 1)
    instance_color: Property[Color | None, ColorLike | None] = Property("instanceColor", 7, "It animates.")
    instance_red_offset = NumberProperty("instanceRedOffset", 2, "It animates.")
    instance_green_offset = NumberProperty("instanceGreenOffset", 2, "It animates.")
    instance_blue_offset = NumberProperty("instanceBlueOffset", 2, "It animates.")
    instance_alpha_offset = NumberProperty("instanceAlphaOffset", 2, "It animates.")


class CATextLayer(CALayer, named="CATextLayer"):
    """The class of that name of Core Animation."""

    __slots__ = ()
    _class_name = "CATextLayer"
    _types = {
        "alignmentMode": 9, "allowsEdgeAntialiasing": 1, "allowsFontSubpixelQuantization": 1,
        "allowsGroupOpacity": 1, "anchorPoint": 4, "anchorPointZ": 2, "autoresizingMask": 2,
        "autoreverses": 1, "backgroundColor": 7, "backgroundFilters": 13, "beginTime": 2, "borderColor": 7,
        "borderWidth": 2, "bounds": 6, "compositingFilter": 9, "contents": 12, "contentsCenter": 6,
        "contentsFormat": 9, "contentsGravity": 9, "contentsHeadroom": 2, "contentsMultiplyColor": 7,
        "contentsRect": 6, "contentsScale": 2, "contentsTransform": 8, "cornerCurve": 9, "cornerRadius": 2,
        "doubleSided": 1, "drawsAsynchronously": 1, "duration": 2, "edgeAntialiasingMask": 2,
        "fillMode": 9, "filters": 13, "font": 9, "fontSize": 2, "foregroundColor": 7, "frame": 6,
        "geometryFlipped": 1, "hidden": 1, "magnificationFilter": 9, "mask": 12, "maskedCorners": 2,
        "masksToBounds": 1, "minificationFilter": 9, "minificationFilterBias": 2, "name": 9,
        "needsDisplayOnBoundsChange": 1, "opacity": 2, "opaque": 1, "position": 4,
        "preferredDynamicRange": 9, "rasterizationScale": 2, "remoteClientId": 2, "repeatCount": 2,
        "repeatDuration": 2, "shadowColor": 7, "shadowOffset": 5, "shadowOpacity": 2, "shadowPath": 12,
        "shadowRadius": 2, "shouldRasterize": 1, "speed": 2, "string": 9, "sublayerTransform": 8,
        "sublayers": 13, "superlayer": 12, "timeOffset": 2, "toneMapMode": 9, "transform": 8,
        "truncationMode": 9, "visibleRect": 6, "wantsExtendedDynamicRangeContent": 1, "wrapped": 1,
        "zPosition": 2,
    }
    font_size = NumberProperty("fontSize", 2, "It animates.")
    foreground_color: Property[Color | None, ColorLike | None] = Property(
        "foregroundColor", 7, "It animates.")
    wrapped = BoolProperty("wrapped", 1)
    alignment_mode: Property[str | None, str | None] = Property(
        "alignmentMode", 9, "One of natural, left, right, center, justified.")
    truncation_mode: Property[str | None, str | None] = Property(
        "truncationMode", 9, "One of none, start, end, middle.")
    allows_font_subpixel_quantization = BoolProperty("allowsFontSubpixelQuantization", 1)
    string: Property[str | None, str | None] = Property("string", 9)
    font: Property[str | None, str | None] = Property("font", 9)


class CAScrollLayer(CALayer, named="CAScrollLayer"):
    """The class of that name of Core Animation."""

    __slots__ = ()
    _class_name = "CAScrollLayer"
    _types = {
        "allowsEdgeAntialiasing": 1, "allowsGroupOpacity": 1, "anchorPoint": 4, "anchorPointZ": 2,
        "autoresizingMask": 2, "autoreverses": 1, "backgroundColor": 7, "backgroundFilters": 13,
        "beginTime": 2, "borderColor": 7, "borderWidth": 2, "bounds": 6, "compositingFilter": 9,
        "contents": 12, "contentsCenter": 6, "contentsFormat": 9, "contentsGravity": 9,
        "contentsHeadroom": 2, "contentsMultiplyColor": 7, "contentsRect": 6, "contentsScale": 2,
        "contentsTransform": 8, "cornerCurve": 9, "cornerRadius": 2, "doubleSided": 1,
        "drawsAsynchronously": 1, "duration": 2, "edgeAntialiasingMask": 2, "fillMode": 9, "filters": 13,
        "frame": 6, "geometryFlipped": 1, "hidden": 1, "magnificationFilter": 9, "mask": 12,
        "maskedCorners": 2, "masksToBounds": 1, "minificationFilter": 9, "minificationFilterBias": 2,
        "name": 9, "needsDisplayOnBoundsChange": 1, "opacity": 2, "opaque": 1, "position": 4,
        "preferredDynamicRange": 9, "rasterizationScale": 2, "remoteClientId": 2, "repeatCount": 2,
        "repeatDuration": 2, "scrollMode": 9, "shadowColor": 7, "shadowOffset": 5, "shadowOpacity": 2,
        "shadowPath": 12, "shadowRadius": 2, "shouldRasterize": 1, "speed": 2, "sublayerTransform": 8,
        "sublayers": 13, "superlayer": 12, "timeOffset": 2, "toneMapMode": 9, "transform": 8,
        "visibleRect": 6, "wantsExtendedDynamicRangeContent": 1, "zPosition": 2,
    }
    scroll_mode: Property[str | None, str | None] = Property(
        "scrollMode", 9, "One of both, none, vertically, horizontally.")


class CATiledLayer(CALayer, named="CATiledLayer"):
    """The class of that name of Core Animation."""

    __slots__ = ()
    _class_name = "CATiledLayer"
    _types = {
        "allowsEdgeAntialiasing": 1, "allowsGroupOpacity": 1, "anchorPoint": 4, "anchorPointZ": 2,
        "autoresizingMask": 2, "autoreverses": 1, "backgroundColor": 7, "backgroundFilters": 13,
        "beginTime": 2, "borderColor": 7, "borderWidth": 2, "bounds": 6, "compositingFilter": 9,
        "contents": 12, "contentsCenter": 6, "contentsFormat": 9, "contentsGravity": 9,
        "contentsHeadroom": 2, "contentsMultiplyColor": 7, "contentsRect": 6, "contentsScale": 2,
        "contentsTransform": 8, "cornerCurve": 9, "cornerRadius": 2, "doubleSided": 1,
        "drawsAsynchronously": 1, "duration": 2, "edgeAntialiasingMask": 2, "fillMode": 9, "filters": 13,
        "frame": 6, "geometryFlipped": 1, "hidden": 1, "levelsOfDetail": 2, "levelsOfDetailBias": 2,
        "magnificationFilter": 9, "mask": 12, "maskedCorners": 2, "masksToBounds": 1,
        "minificationFilter": 9, "minificationFilterBias": 2, "name": 9, "needsDisplayOnBoundsChange": 1,
        "opacity": 2, "opaque": 1, "position": 4, "preferredDynamicRange": 9, "rasterizationScale": 2,
        "remoteClientId": 2, "repeatCount": 2, "repeatDuration": 2, "shadowColor": 7, "shadowOffset": 5,
        "shadowOpacity": 2, "shadowPath": 12, "shadowRadius": 2, "shouldRasterize": 1, "speed": 2,
        "sublayerTransform": 8, "sublayers": 13, "superlayer": 12, "tileSize": 5, "timeOffset": 2,
        "toneMapMode": 9, "transform": 8, "visibleRect": 6, "wantsExtendedDynamicRangeContent": 1,
        "zPosition": 2,
    }
    tile_size: Property[Size, SizeLike] = Property("tileSize", 5)
    levels_of_detail = NumberProperty("levelsOfDetail", 2)
    levels_of_detail_bias = NumberProperty("levelsOfDetailBias", 2)


class CAEmitterLayer(CALayer, named="CAEmitterLayer"):
    """The class of that name of Core Animation."""

    __slots__ = ()
    _class_name = "CAEmitterLayer"
    _types = {
        "allowsEdgeAntialiasing": 1, "allowsGroupOpacity": 1, "anchorPoint": 4, "anchorPointZ": 2,
        "autoresizingMask": 2, "autoreverses": 1, "backgroundColor": 7, "backgroundFilters": 13,
        "beginTime": 2, "birthRate": 2, "borderColor": 7, "borderWidth": 2, "bounds": 6,
        "compositingFilter": 9, "contents": 12, "contentsCenter": 6, "contentsFormat": 9,
        "contentsGravity": 9, "contentsHeadroom": 2, "contentsMultiplyColor": 7, "contentsRect": 6,
        "contentsScale": 2, "contentsTransform": 8, "cornerCurve": 9, "cornerRadius": 2, "doubleSided": 1,
        "drawsAsynchronously": 1, "duration": 2, "edgeAntialiasingMask": 2, "emitterCells": 13,
        "emitterDepth": 2, "emitterMode": 9, "emitterPosition": 4, "emitterShape": 9, "emitterSize": 5,
        "emitterZPosition": 2, "fillMode": 9, "filters": 13, "frame": 6, "geometryFlipped": 1, "hidden": 1,
        "lifetime": 2, "magnificationFilter": 9, "mask": 12, "maskedCorners": 2, "masksToBounds": 1,
        "minificationFilter": 9, "minificationFilterBias": 2, "name": 9, "needsDisplayOnBoundsChange": 1,
        "opacity": 2, "opaque": 1, "position": 4, "preferredDynamicRange": 9, "preservesDepth": 1,
        "rasterizationScale": 2, "remoteClientId": 2, "renderMode": 9, "repeatCount": 2,
        "repeatDuration": 2, "scale": 2, "seed": 2, "shadowColor": 7, "shadowOffset": 5,
        "shadowOpacity": 2, "shadowPath": 12, "shadowRadius": 2, "shouldRasterize": 1, "speed": 2,
        "spin": 2, "sublayerTransform": 8, "sublayers": 13, "superlayer": 12, "timeOffset": 2,
        "toneMapMode": 9, "transform": 8, "velocity": 2, "visibleRect": 6,
        "wantsExtendedDynamicRangeContent": 1, "zPosition": 2,
    }
    emitter_cells: Property[list[Cell] | None, Sequence[Cell] | None] = Property("emitterCells", 13)
    birth_rate = NumberProperty("birthRate", 2, "It animates.")
    lifetime = NumberProperty("lifetime", 2, "It animates.")
    emitter_position: Property[Point, PointLike] = Property("emitterPosition", 4, "It animates.")
    emitter_zposition = NumberProperty("emitterZPosition", 2, "It animates.")
    emitter_size: Property[Size, SizeLike] = Property("emitterSize", 5, "It animates.")
    emitter_depth = NumberProperty("emitterDepth", 2, "It animates.")
    emitter_shape: Property[str | None, str | None] = Property(
        "emitterShape", 9, "One of point, line, rectangle, cuboid, circle, sphere.")
    emitter_mode: Property[str | None, str | None] = Property(
        "emitterMode", 9, "One of points, outline, surface, volume.")
    render_mode: Property[str | None, str | None] = Property(
        "renderMode", 9, "One of unordered, oldestFirst, oldestLast, backToFront, additive.")
    preserves_depth = BoolProperty("preservesDepth", 1)
    velocity = NumberProperty("velocity", 2, "It animates.")
    scale = NumberProperty("scale", 2, "It animates.")
    spin = NumberProperty("spin", 2, "It animates.")
    seed = NumberProperty("seed", 2)


class CABackdropLayer(CALayer, named="CABackdropLayer"):
    """The class of that name of Core Animation."""

    __slots__ = ()
    _class_name = "CABackdropLayer"
    _types = {
        "allowsEdgeAntialiasing": 1, "allowsGroupOpacity": 1, "anchorPoint": 4, "anchorPointZ": 2,
        "autoresizingMask": 2, "autoreverses": 1, "backgroundColor": 7, "backgroundFilters": 13,
        "beginTime": 2, "bleedAmount": 2, "borderColor": 7, "borderWidth": 2, "bounds": 6,
        "compositingFilter": 9, "contents": 12, "contentsCenter": 6, "contentsFormat": 9,
        "contentsGravity": 9, "contentsHeadroom": 2, "contentsMultiplyColor": 7, "contentsRect": 6,
        "contentsScale": 2, "contentsTransform": 8, "cornerCurve": 9, "cornerRadius": 2, "doubleSided": 1,
        "drawsAsynchronously": 1, "duration": 2, "edgeAntialiasingMask": 2, "fillMode": 9, "filters": 13,
        "frame": 6, "geometryFlipped": 1, "groupName": 9, "hidden": 1, "magnificationFilter": 9,
        "mask": 12, "maskedCorners": 2, "masksToBounds": 1, "minificationFilter": 9,
        "minificationFilterBias": 2, "name": 9, "needsDisplayOnBoundsChange": 1, "opacity": 2, "opaque": 1,
        "position": 4, "preferredDynamicRange": 9, "rasterizationScale": 2, "remoteClientId": 2,
        "repeatCount": 2, "repeatDuration": 2, "scale": 2, "shadowColor": 7, "shadowOffset": 5,
        "shadowOpacity": 2, "shadowPath": 12, "shadowRadius": 2, "shouldRasterize": 1, "speed": 2,
        "sublayerTransform": 8, "sublayers": 13, "superlayer": 12, "timeOffset": 2, "toneMapMode": 9,
        "transform": 8, "visibleRect": 6, "wantsExtendedDynamicRangeContent": 1, "zPosition": 2,
    }
    scale = NumberProperty("scale", 2, "It animates.")
    group_name: Property[str | None, str | None] = Property("groupName", 9)
    bleed_amount = NumberProperty("bleedAmount", 2, "It animates.")


class CAPortalLayer(CALayer, named="CAPortalLayer"):
    """The class of that name of Core Animation."""

    __slots__ = ()
    _class_name = "CAPortalLayer"
    _types = {
        "allowsEdgeAntialiasing": 1, "allowsGroupOpacity": 1, "anchorPoint": 4, "anchorPointZ": 2,
        "autoresizingMask": 2, "autoreverses": 1, "backgroundColor": 7, "backgroundFilters": 13,
        "beginTime": 2, "borderColor": 7, "borderWidth": 2, "bounds": 6, "compositingFilter": 9,
        "contents": 12, "contentsCenter": 6, "contentsFormat": 9, "contentsGravity": 9,
        "contentsHeadroom": 2, "contentsMultiplyColor": 7, "contentsRect": 6, "contentsScale": 2,
        "contentsTransform": 8, "cornerCurve": 9, "cornerRadius": 2, "doubleSided": 1,
        "drawsAsynchronously": 1, "duration": 2, "edgeAntialiasingMask": 2, "fillMode": 9, "filters": 13,
        "frame": 6, "geometryFlipped": 1, "hidden": 1, "hidesSourceLayer": 1, "magnificationFilter": 9,
        "mask": 12, "maskedCorners": 2, "masksToBounds": 1, "matchesOpacity": 1, "matchesPosition": 1,
        "matchesTransform": 1, "minificationFilter": 9, "minificationFilterBias": 2, "name": 9,
        "needsDisplayOnBoundsChange": 1, "opacity": 2, "opaque": 1, "portalSource": 2, "position": 4,
        "preferredDynamicRange": 9, "rasterizationScale": 2, "remoteClientId": 2, "repeatCount": 2,
        "repeatDuration": 2, "shadowColor": 7, "shadowOffset": 5, "shadowOpacity": 2, "shadowPath": 12,
        "shadowRadius": 2, "shouldRasterize": 1, "speed": 2, "sublayerTransform": 8, "sublayers": 13,
        "superlayer": 12, "timeOffset": 2, "toneMapMode": 9, "transform": 8, "visibleRect": 6,
        "wantsExtendedDynamicRangeContent": 1, "zPosition": 2,
    }
    portal_source = NumberProperty("portalSource", 2)
    hides_source_layer = BoolProperty("hidesSourceLayer", 1)
    matches_opacity = BoolProperty("matchesOpacity", 1)
    matches_position = BoolProperty("matchesPosition", 1)
    matches_transform = BoolProperty("matchesTransform", 1)


class CABasicAnimation(Animation, kind=3, named="CABasicAnimation"):
    """The class of that name of Core Animation."""

    __slots__ = ()
    _class_name = "CABasicAnimation"
    _types = {
        "additive": 1, "autoreverses": 1, "beginTime": 2, "byValue": 0, "cumulative": 1, "duration": 2,
        "fillMode": 9, "fromValue": 0, "keyPath": 9, "preferredFrameRateRangeMaximum": 2,
        "preferredFrameRateRangeMinimum": 2, "preferredFrameRateRangePreferred": 2,
        "removedOnCompletion": 1, "repeatCount": 2, "repeatDuration": 2, "speed": 2, "timeOffset": 2,
        "timingFunction": 10, "toValue": 0, "valueFunction": 9,
    }
    timing_function: Property[list[float] | None, Any] = Property("timingFunction", 10)
    removed_on_completion = BoolProperty("removedOnCompletion", 1)
    begin_time = NumberProperty("beginTime", 2)
    duration = NumberProperty("duration", 2)
    speed = NumberProperty("speed", 2)
    time_offset = NumberProperty("timeOffset", 2)
    repeat_count = NumberProperty("repeatCount", 2)
    repeat_duration = NumberProperty("repeatDuration", 2)
    autoreverses = BoolProperty("autoreverses", 1)
    fill_mode: Property[str | None, str | None] = Property(
        "fillMode", 9, "One of removed, forwards, backwards, both.")
    preferred_frame_rate_range_minimum = NumberProperty("preferredFrameRateRangeMinimum", 2)
    preferred_frame_rate_range_maximum = NumberProperty("preferredFrameRateRangeMaximum", 2)
    preferred_frame_rate_range_preferred = NumberProperty("preferredFrameRateRangePreferred", 2)
    key_path: Property[str | None, str | None] = Property("keyPath", 9)
    additive = BoolProperty("additive", 1)
    cumulative = BoolProperty("cumulative", 1)
    value_function: Property[str | None, str | None] = Property("valueFunction", 9)
    from_value: Property[Any, Any] = Property("fromValue", 0)
    to_value: Property[Any, Any] = Property("toValue", 0)
    by_value: Property[Any, Any] = Property("byValue", 0)


class CAKeyframeAnimation(Animation, named="CAKeyframeAnimation"):
    """The class of that name of Core Animation."""

    __slots__ = ()
    _class_name = "CAKeyframeAnimation"
    _types = {
        "additive": 1, "autoreverses": 1, "beginTime": 2, "biasValues": 10, "calculationMode": 9,
        "continuityValues": 10, "cumulative": 1, "duration": 2, "fillMode": 9, "keyPath": 9,
        "keyTimes": 10, "path": 12, "preferredFrameRateRangeMaximum": 2,
        "preferredFrameRateRangeMinimum": 2, "preferredFrameRateRangePreferred": 2,
        "removedOnCompletion": 1, "repeatCount": 2, "repeatDuration": 2, "rotationMode": 9, "speed": 2,
        "tensionValues": 10, "timeOffset": 2, "timingFunction": 10, "timingFunctions": 10,
        "valueFunction": 9, "values": 0,
    }
    timing_function: Property[list[float] | None, Any] = Property("timingFunction", 10)
    removed_on_completion = BoolProperty("removedOnCompletion", 1)
    begin_time = NumberProperty("beginTime", 2)
    duration = NumberProperty("duration", 2)
    speed = NumberProperty("speed", 2)
    time_offset = NumberProperty("timeOffset", 2)
    repeat_count = NumberProperty("repeatCount", 2)
    repeat_duration = NumberProperty("repeatDuration", 2)
    autoreverses = BoolProperty("autoreverses", 1)
    fill_mode: Property[str | None, str | None] = Property(
        "fillMode", 9, "One of removed, forwards, backwards, both.")
    preferred_frame_rate_range_minimum = NumberProperty("preferredFrameRateRangeMinimum", 2)
    preferred_frame_rate_range_maximum = NumberProperty("preferredFrameRateRangeMaximum", 2)
    preferred_frame_rate_range_preferred = NumberProperty("preferredFrameRateRangePreferred", 2)
    key_path: Property[str | None, str | None] = Property("keyPath", 9)
    additive = BoolProperty("additive", 1)
    cumulative = BoolProperty("cumulative", 1)
    value_function: Property[str | None, str | None] = Property("valueFunction", 9)
    values: Property[Any, Any] = Property("values", 0)
    path: Property[Path | None, Path | None] = Property("path", 12)
    key_times: Property[list[float] | None, Any] = Property("keyTimes", 10)
    timing_functions: Property[list[float] | None, Any] = Property("timingFunctions", 10)
    calculation_mode: Property[str | None, str | None] = Property(
        "calculationMode", 9, "One of linear, discrete, paced, cubic, cubicPaced.")
    rotation_mode: Property[str | None, str | None] = Property("rotationMode", 9, "One of auto, autoReverse.")
    tension_values: Property[list[float] | None, Any] = Property("tensionValues", 10)
    continuity_values: Property[list[float] | None, Any] = Property("continuityValues", 10)
    bias_values: Property[list[float] | None, Any] = Property("biasValues", 10)


class CASpringAnimation(Animation, named="CASpringAnimation"):
    """The class of that name of Core Animation."""

    __slots__ = ()
    _class_name = "CASpringAnimation"
    _types = {
        "additive": 1, "allowsOverdamping": 1, "autoreverses": 1, "beginTime": 2, "byValue": 0,
        "cumulative": 1, "damping": 2, "duration": 2, "fillMode": 9, "fromValue": 0, "initialVelocity": 2,
        "keyPath": 9, "mass": 2, "preferredFrameRateRangeMaximum": 2, "preferredFrameRateRangeMinimum": 2,
        "preferredFrameRateRangePreferred": 2, "removedOnCompletion": 1, "repeatCount": 2,
        "repeatDuration": 2, "speed": 2, "stiffness": 2, "timeOffset": 2, "timingFunction": 10,
        "toValue": 0, "valueFunction": 9,
    }
    timing_function: Property[list[float] | None, Any] = Property("timingFunction", 10)
    removed_on_completion = BoolProperty("removedOnCompletion", 1)
    begin_time = NumberProperty("beginTime", 2)
    duration = NumberProperty("duration", 2)
    speed = NumberProperty("speed", 2)
    time_offset = NumberProperty("timeOffset", 2)
    repeat_count = NumberProperty("repeatCount", 2)
    repeat_duration = NumberProperty("repeatDuration", 2)
    autoreverses = BoolProperty("autoreverses", 1)
    fill_mode: Property[str | None, str | None] = Property(
        "fillMode", 9, "One of removed, forwards, backwards, both.")
    preferred_frame_rate_range_minimum = NumberProperty("preferredFrameRateRangeMinimum", 2)
    preferred_frame_rate_range_maximum = NumberProperty("preferredFrameRateRangeMaximum", 2)
    preferred_frame_rate_range_preferred = NumberProperty("preferredFrameRateRangePreferred", 2)
    key_path: Property[str | None, str | None] = Property("keyPath", 9)
    additive = BoolProperty("additive", 1)
    cumulative = BoolProperty("cumulative", 1)
    value_function: Property[str | None, str | None] = Property("valueFunction", 9)
    from_value: Property[Any, Any] = Property("fromValue", 0)
    to_value: Property[Any, Any] = Property("toValue", 0)
    by_value: Property[Any, Any] = Property("byValue", 0)
    mass = NumberProperty("mass", 2)
    stiffness = NumberProperty("stiffness", 2)
    damping = NumberProperty("damping", 2)
    initial_velocity = NumberProperty("initialVelocity", 2)
    allows_overdamping = BoolProperty("allowsOverdamping", 1)


class CAAnimationGroup(Animation, named="CAAnimationGroup"):
    """The class of that name of Core Animation."""

    __slots__ = ()
    _class_name = "CAAnimationGroup"
    _types = {
        "animations": 13, "autoreverses": 1, "beginTime": 2, "duration": 2, "fillMode": 9,
        "preferredFrameRateRangeMaximum": 2, "preferredFrameRateRangeMinimum": 2,
        "preferredFrameRateRangePreferred": 2, "removedOnCompletion": 1, "repeatCount": 2,
        "repeatDuration": 2, "speed": 2, "timeOffset": 2, "timingFunction": 10,
    }
    timing_function: Property[list[float] | None, Any] = Property("timingFunction", 10)
    removed_on_completion = BoolProperty("removedOnCompletion", 1)
    begin_time = NumberProperty("beginTime", 2)
    duration = NumberProperty("duration", 2)
    speed = NumberProperty("speed", 2)
    time_offset = NumberProperty("timeOffset", 2)
    repeat_count = NumberProperty("repeatCount", 2)
    repeat_duration = NumberProperty("repeatDuration", 2)
    autoreverses = BoolProperty("autoreverses", 1)
    fill_mode: Property[str | None, str | None] = Property(
        "fillMode", 9, "One of removed, forwards, backwards, both.")
    preferred_frame_rate_range_minimum = NumberProperty("preferredFrameRateRangeMinimum", 2)
    preferred_frame_rate_range_maximum = NumberProperty("preferredFrameRateRangeMaximum", 2)
    preferred_frame_rate_range_preferred = NumberProperty("preferredFrameRateRangePreferred", 2)
    animations: Property[list[Animation] | None, Sequence[Animation] | None] = Property("animations", 13)


class CATransition(Animation, named="CATransition"):
    """The class of that name of Core Animation."""

    __slots__ = ()
    _class_name = "CATransition"
    _types = {
        "autoreverses": 1, "beginTime": 2, "duration": 2, "endProgress": 2, "fillMode": 9, "filter": 12,
        "preferredFrameRateRangeMaximum": 2, "preferredFrameRateRangeMinimum": 2,
        "preferredFrameRateRangePreferred": 2, "removedOnCompletion": 1, "repeatCount": 2,
        "repeatDuration": 2, "speed": 2, "startProgress": 2, "subtype": 9, "timeOffset": 2,
        "timingFunction": 10, "type": 9,
    }
    timing_function: Property[list[float] | None, Any] = Property("timingFunction", 10)
    removed_on_completion = BoolProperty("removedOnCompletion", 1)
    begin_time = NumberProperty("beginTime", 2)
    duration = NumberProperty("duration", 2)
    speed = NumberProperty("speed", 2)
    time_offset = NumberProperty("timeOffset", 2)
    repeat_count = NumberProperty("repeatCount", 2)
    repeat_duration = NumberProperty("repeatDuration", 2)
    autoreverses = BoolProperty("autoreverses", 1)
    fill_mode: Property[str | None, str | None] = Property(
        "fillMode", 9, "One of removed, forwards, backwards, both.")
    preferred_frame_rate_range_minimum = NumberProperty("preferredFrameRateRangeMinimum", 2)
    preferred_frame_rate_range_maximum = NumberProperty("preferredFrameRateRangeMaximum", 2)
    preferred_frame_rate_range_preferred = NumberProperty("preferredFrameRateRangePreferred", 2)
    type: Property[str | None, str | None] = Property("type", 9, "One of fade, moveIn, push, reveal.")
    subtype: Property[str | None, str | None] = Property(
        "subtype", 9, "One of fromRight, fromLeft, fromTop, fromBottom.")
    start_progress = NumberProperty("startProgress", 2)
    end_progress = NumberProperty("endProgress", 2)
    filter: Property[Filter | None, Filter | None] = Property("filter", 12)


class CAEmitterCell(Cell, kind=7, named="CAEmitterCell"):
    """The class of that name of Core Animation."""

    __slots__ = ()
    _class_name = "CAEmitterCell"
    _types = {
        "alphaRange": 2, "alphaSpeed": 2, "beginTime": 2, "birthRate": 2, "blueRange": 2, "blueSpeed": 2,
        "color": 7, "contents": 12, "contentsRect": 6, "contentsScale": 2, "duration": 2,
        "emissionLatitude": 2, "emissionLongitude": 2, "emissionRange": 2, "emitterCells": 13,
        "enabled": 1, "greenRange": 2, "greenSpeed": 2, "lifetime": 2, "lifetimeRange": 2,
        "magnificationFilter": 9, "minificationFilter": 9, "minificationFilterBias": 2, "name": 9,
        "orientationLatitude": 2, "orientationLongitude": 2, "orientationRange": 2, "particleType": 9,
        "redRange": 2, "redSpeed": 2, "repeatCount": 2, "repeatDuration": 2, "scale": 2, "scaleRange": 2,
        "scaleSpeed": 2, "speed": 2, "spin": 2, "spinRange": 2, "timeOffset": 2, "velocity": 2,
        "velocityRange": 2, "xAcceleration": 2, "yAcceleration": 2, "zAcceleration": 2,
    }
    name: Property[str | None, str | None] = Property("name", 9)
    emitter_cells: Property[list[Cell] | None, Sequence[Cell] | None] = Property("emitterCells", 13)
    birth_rate = NumberProperty("birthRate", 2, "It animates.")
    lifetime = NumberProperty("lifetime", 2, "It animates.")
    lifetime_range = NumberProperty("lifetimeRange", 2, "It animates.")
    emission_latitude = NumberProperty("emissionLatitude", 2, "It animates.")
    emission_longitude = NumberProperty("emissionLongitude", 2, "It animates.")
    emission_range = NumberProperty("emissionRange", 2, "It animates.")
    velocity = NumberProperty("velocity", 2, "It animates.")
    velocity_range = NumberProperty("velocityRange", 2, "It animates.")
    x_acceleration = NumberProperty("xAcceleration", 2, "It animates.")
    y_acceleration = NumberProperty("yAcceleration", 2, "It animates.")
    z_acceleration = NumberProperty("zAcceleration", 2, "It animates.")
    scale = NumberProperty("scale", 2, "It animates.")
    scale_range = NumberProperty("scaleRange", 2, "It animates.")
    scale_speed = NumberProperty("scaleSpeed", 2, "It animates.")
    spin = NumberProperty("spin", 2, "It animates.")
    spin_range = NumberProperty("spinRange", 2, "It animates.")
    red_range = NumberProperty("redRange", 2, "It animates.")
    green_range = NumberProperty("greenRange", 2, "It animates.")
    blue_range = NumberProperty("blueRange", 2, "It animates.")
    alpha_range = NumberProperty("alphaRange", 2, "It animates.")
    red_speed = NumberProperty("redSpeed", 2, "It animates.")
    green_speed = NumberProperty("greenSpeed", 2, "It animates.")
    blue_speed = NumberProperty("blueSpeed", 2, "It animates.")
    alpha_speed = NumberProperty("alphaSpeed", 2, "It animates.")
    contents_scale = NumberProperty("contentsScale", 2, "It animates.")
    minification_filter_bias = NumberProperty("minificationFilterBias", 2, "It animates.")
    begin_time = NumberProperty("beginTime", 2)
    time_offset = NumberProperty("timeOffset", 2)
    speed = NumberProperty("speed", 2)
    duration = NumberProperty("duration", 2)
    repeat_count = NumberProperty("repeatCount", 2)
    repeat_duration = NumberProperty("repeatDuration", 2)
    orientation_longitude = NumberProperty("orientationLongitude", 2, "It animates.")
    orientation_latitude = NumberProperty("orientationLatitude", 2, "It animates.")
    orientation_range = NumberProperty("orientationRange", 2, "It animates.")
    color: Property[Color | None, ColorLike | None] = Property("color", 7, "It animates.")
    contents_rect: Property[Rect, RectLike] = Property("contentsRect", 6, "It animates.")
    contents: Property[Image | None, Image | None] = Property("contents", 12, "It animates.")
    magnification_filter: Property[str | None, str | None] = Property(
        "magnificationFilter", 9, "One of linear, nearest, trilinear.")
    minification_filter: Property[str | None, str | None] = Property(
        "minificationFilter", 9, "One of linear, nearest, trilinear.")
    enabled = BoolProperty("enabled", 1)
    particle_type: Property[str | None, str | None] = Property("particleType", 9, "One of sprite, plane.")
