"""The types of the classes of layers, animations and cells.

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


class CALayer(Layer):
    frame: Property[Rect, RectLike]
    sublayers: Property[list[Layer] | None, Sequence[Layer] | None]
    superlayer: Property[Layer | None, Layer | None]
    mask: Property[Layer | None, Layer | None]
    contents_format: Property[str | None, str | None]
    draws_asynchronously: BoolProperty
    needs_display_on_bounds_change: BoolProperty
    autoresizing_mask: NumberProperty
    visible_rect: Property[Rect, RectLike]
    bounds: Property[Rect, RectLike]
    position: Property[Point, PointLike]
    z_position: NumberProperty
    anchor_point: Property[Point, PointLike]
    anchor_point_z: NumberProperty
    transform: Property[Transform, TransformLike]
    sublayer_transform: Property[Transform, TransformLike]
    hidden: BoolProperty
    double_sided: BoolProperty
    geometry_flipped: BoolProperty
    masks_to_bounds: BoolProperty
    contents: Property[Image | None, Image | None]
    contents_rect: Property[Rect, RectLike]
    contents_gravity: Property[str | None, str | None]
    contents_scale: NumberProperty
    minification_filter: Property[str | None, str | None]
    magnification_filter: Property[str | None, str | None]
    opaque: BoolProperty
    background_color: Property[Color | None, ColorLike | None]
    corner_radius: NumberProperty
    masked_corners: NumberProperty
    border_width: NumberProperty
    border_color: Property[Color | None, ColorLike | None]
    opacity: NumberProperty
    allows_group_opacity: BoolProperty
    contents_multiply_color: Property[Color | None, ColorLike | None]
    name: Property[str | None, str | None]
    begin_time: NumberProperty
    time_offset: NumberProperty
    speed: NumberProperty
    shadow_color: Property[Color | None, ColorLike | None]
    shadow_opacity: NumberProperty
    shadow_offset: Property[Size, SizeLike]
    shadow_radius: NumberProperty
    shadow_path: Property[Path | None, Path | None]
    corner_curve: Property[str | None, str | None]
    contents_center: Property[Rect, RectLike]
    minification_filter_bias: NumberProperty
    should_rasterize: BoolProperty
    rasterization_scale: NumberProperty
    edge_antialiasing_mask: NumberProperty
    allows_edge_antialiasing: BoolProperty
    compositing_filter: Property[str | None, str | None]
    duration: NumberProperty
    repeat_count: NumberProperty
    repeat_duration: NumberProperty
    autoreverses: BoolProperty
    fill_mode: Property[str | None, str | None]
    tone_map_mode: Property[str | None, str | None]
    preferred_dynamic_range: Property[str | None, str | None]
    contents_headroom: NumberProperty
    wants_extended_dynamic_range_content: BoolProperty
    filters: Property[list[Filter] | None, Sequence[Filter] | None]
    background_filters: Property[list[Filter] | None, Sequence[Filter] | None]
    contents_transform: Property[Transform, TransformLike]
    remote_client_id: NumberProperty
    def __init__(
        self, *,
        frame: RectLike = ...,
        sublayers: Sequence[Layer] | None = ...,
        superlayer: Layer | None = ...,
        mask: Layer | None = ...,
        contents_format: str | None = ...,
        draws_asynchronously: bool = ...,
        needs_display_on_bounds_change: bool = ...,
        autoresizing_mask: float = ...,
        visible_rect: RectLike = ...,
        bounds: RectLike = ...,
        position: PointLike = ...,
        z_position: float = ...,
        anchor_point: PointLike = ...,
        anchor_point_z: float = ...,
        transform: TransformLike = ...,
        sublayer_transform: TransformLike = ...,
        hidden: bool = ...,
        double_sided: bool = ...,
        geometry_flipped: bool = ...,
        masks_to_bounds: bool = ...,
        contents: Image | None = ...,
        contents_rect: RectLike = ...,
        contents_gravity: str | None = ...,
        contents_scale: float = ...,
        minification_filter: str | None = ...,
        magnification_filter: str | None = ...,
        opaque: bool = ...,
        background_color: ColorLike | None = ...,
        corner_radius: float = ...,
        masked_corners: float = ...,
        border_width: float = ...,
        border_color: ColorLike | None = ...,
        opacity: float = ...,
        allows_group_opacity: bool = ...,
        contents_multiply_color: ColorLike | None = ...,
        name: str | None = ...,
        begin_time: float = ...,
        time_offset: float = ...,
        speed: float = ...,
        shadow_color: ColorLike | None = ...,
        shadow_opacity: float = ...,
        shadow_offset: SizeLike = ...,
        shadow_radius: float = ...,
        shadow_path: Path | None = ...,
        corner_curve: str | None = ...,
        contents_center: RectLike = ...,
        minification_filter_bias: float = ...,
        should_rasterize: bool = ...,
        rasterization_scale: float = ...,
        edge_antialiasing_mask: float = ...,
        allows_edge_antialiasing: bool = ...,
        compositing_filter: str | None = ...,
        duration: float = ...,
        repeat_count: float = ...,
        repeat_duration: float = ...,
        autoreverses: bool = ...,
        fill_mode: str | None = ...,
        tone_map_mode: str | None = ...,
        preferred_dynamic_range: str | None = ...,
        contents_headroom: float = ...,
        wants_extended_dynamic_range_content: bool = ...,
        filters: Sequence[Filter] | None = ...,
        background_filters: Sequence[Filter] | None = ...,
        contents_transform: TransformLike = ...,
        remote_client_id: float = ...,
    ) -> None: ...


class CATransformLayer(CALayer):
    def __init__(
        self, *,
        frame: RectLike = ...,
        sublayers: Sequence[Layer] | None = ...,
        superlayer: Layer | None = ...,
        mask: Layer | None = ...,
        contents_format: str | None = ...,
        draws_asynchronously: bool = ...,
        needs_display_on_bounds_change: bool = ...,
        autoresizing_mask: float = ...,
        visible_rect: RectLike = ...,
        bounds: RectLike = ...,
        position: PointLike = ...,
        z_position: float = ...,
        anchor_point: PointLike = ...,
        anchor_point_z: float = ...,
        transform: TransformLike = ...,
        sublayer_transform: TransformLike = ...,
        hidden: bool = ...,
        double_sided: bool = ...,
        geometry_flipped: bool = ...,
        masks_to_bounds: bool = ...,
        contents: Image | None = ...,
        contents_rect: RectLike = ...,
        contents_gravity: str | None = ...,
        contents_scale: float = ...,
        minification_filter: str | None = ...,
        magnification_filter: str | None = ...,
        opaque: bool = ...,
        background_color: ColorLike | None = ...,
        corner_radius: float = ...,
        masked_corners: float = ...,
        border_width: float = ...,
        border_color: ColorLike | None = ...,
        opacity: float = ...,
        allows_group_opacity: bool = ...,
        contents_multiply_color: ColorLike | None = ...,
        name: str | None = ...,
        begin_time: float = ...,
        time_offset: float = ...,
        speed: float = ...,
        shadow_color: ColorLike | None = ...,
        shadow_opacity: float = ...,
        shadow_offset: SizeLike = ...,
        shadow_radius: float = ...,
        shadow_path: Path | None = ...,
        corner_curve: str | None = ...,
        contents_center: RectLike = ...,
        minification_filter_bias: float = ...,
        should_rasterize: bool = ...,
        rasterization_scale: float = ...,
        edge_antialiasing_mask: float = ...,
        allows_edge_antialiasing: bool = ...,
        compositing_filter: str | None = ...,
        duration: float = ...,
        repeat_count: float = ...,
        repeat_duration: float = ...,
        autoreverses: bool = ...,
        fill_mode: str | None = ...,
        tone_map_mode: str | None = ...,
        preferred_dynamic_range: str | None = ...,
        contents_headroom: float = ...,
        wants_extended_dynamic_range_content: bool = ...,
        filters: Sequence[Filter] | None = ...,
        background_filters: Sequence[Filter] | None = ...,
        contents_transform: TransformLike = ...,
        remote_client_id: float = ...,
    ) -> None: ...


class CAShapeLayer(CALayer):
    path: Property[Path | None, Path | None]
    fill_color: Property[Color | None, ColorLike | None]
    fill_rule: Property[str | None, str | None]
    stroke_color: Property[Color | None, ColorLike | None]
    line_width: NumberProperty
    line_cap: Property[str | None, str | None]
    line_join: Property[str | None, str | None]
    miter_limit: NumberProperty
    line_dash_pattern: Property[list[float] | None, Any]
    line_dash_phase: NumberProperty
    stroke_start: NumberProperty
    stroke_end: NumberProperty
    def __init__(
        self, *,
        frame: RectLike = ...,
        sublayers: Sequence[Layer] | None = ...,
        superlayer: Layer | None = ...,
        mask: Layer | None = ...,
        contents_format: str | None = ...,
        draws_asynchronously: bool = ...,
        needs_display_on_bounds_change: bool = ...,
        autoresizing_mask: float = ...,
        visible_rect: RectLike = ...,
        bounds: RectLike = ...,
        position: PointLike = ...,
        z_position: float = ...,
        anchor_point: PointLike = ...,
        anchor_point_z: float = ...,
        transform: TransformLike = ...,
        sublayer_transform: TransformLike = ...,
        hidden: bool = ...,
        double_sided: bool = ...,
        geometry_flipped: bool = ...,
        masks_to_bounds: bool = ...,
        contents: Image | None = ...,
        contents_rect: RectLike = ...,
        contents_gravity: str | None = ...,
        contents_scale: float = ...,
        minification_filter: str | None = ...,
        magnification_filter: str | None = ...,
        opaque: bool = ...,
        background_color: ColorLike | None = ...,
        corner_radius: float = ...,
        masked_corners: float = ...,
        border_width: float = ...,
        border_color: ColorLike | None = ...,
        opacity: float = ...,
        allows_group_opacity: bool = ...,
        contents_multiply_color: ColorLike | None = ...,
        name: str | None = ...,
        begin_time: float = ...,
        time_offset: float = ...,
        speed: float = ...,
        shadow_color: ColorLike | None = ...,
        shadow_opacity: float = ...,
        shadow_offset: SizeLike = ...,
        shadow_radius: float = ...,
        shadow_path: Path | None = ...,
        corner_curve: str | None = ...,
        contents_center: RectLike = ...,
        minification_filter_bias: float = ...,
        should_rasterize: bool = ...,
        rasterization_scale: float = ...,
        edge_antialiasing_mask: float = ...,
        allows_edge_antialiasing: bool = ...,
        compositing_filter: str | None = ...,
        duration: float = ...,
        repeat_count: float = ...,
        repeat_duration: float = ...,
        autoreverses: bool = ...,
        fill_mode: str | None = ...,
        tone_map_mode: str | None = ...,
        preferred_dynamic_range: str | None = ...,
        contents_headroom: float = ...,
        wants_extended_dynamic_range_content: bool = ...,
        filters: Sequence[Filter] | None = ...,
        background_filters: Sequence[Filter] | None = ...,
        contents_transform: TransformLike = ...,
        remote_client_id: float = ...,
        path: Path | None = ...,
        fill_color: ColorLike | None = ...,
        fill_rule: str | None = ...,
        stroke_color: ColorLike | None = ...,
        line_width: float = ...,
        line_cap: str | None = ...,
        line_join: str | None = ...,
        miter_limit: float = ...,
        line_dash_pattern: Any = ...,
        line_dash_phase: float = ...,
        stroke_start: float = ...,
        stroke_end: float = ...,
    ) -> None: ...


class CAGradientLayer(CALayer):
    colors: Property[list[Color] | None, Sequence[ColorLike] | None]
    locations: Property[list[float] | None, Any]
    start_point: Property[Point, PointLike]
    end_point: Property[Point, PointLike]
    type: Property[str | None, str | None]
    def __init__(
        self, *,
        frame: RectLike = ...,
        sublayers: Sequence[Layer] | None = ...,
        superlayer: Layer | None = ...,
        mask: Layer | None = ...,
        contents_format: str | None = ...,
        draws_asynchronously: bool = ...,
        needs_display_on_bounds_change: bool = ...,
        autoresizing_mask: float = ...,
        visible_rect: RectLike = ...,
        bounds: RectLike = ...,
        position: PointLike = ...,
        z_position: float = ...,
        anchor_point: PointLike = ...,
        anchor_point_z: float = ...,
        transform: TransformLike = ...,
        sublayer_transform: TransformLike = ...,
        hidden: bool = ...,
        double_sided: bool = ...,
        geometry_flipped: bool = ...,
        masks_to_bounds: bool = ...,
        contents: Image | None = ...,
        contents_rect: RectLike = ...,
        contents_gravity: str | None = ...,
        contents_scale: float = ...,
        minification_filter: str | None = ...,
        magnification_filter: str | None = ...,
        opaque: bool = ...,
        background_color: ColorLike | None = ...,
        corner_radius: float = ...,
        masked_corners: float = ...,
        border_width: float = ...,
        border_color: ColorLike | None = ...,
        opacity: float = ...,
        allows_group_opacity: bool = ...,
        contents_multiply_color: ColorLike | None = ...,
        name: str | None = ...,
        begin_time: float = ...,
        time_offset: float = ...,
        speed: float = ...,
        shadow_color: ColorLike | None = ...,
        shadow_opacity: float = ...,
        shadow_offset: SizeLike = ...,
        shadow_radius: float = ...,
        shadow_path: Path | None = ...,
        corner_curve: str | None = ...,
        contents_center: RectLike = ...,
        minification_filter_bias: float = ...,
        should_rasterize: bool = ...,
        rasterization_scale: float = ...,
        edge_antialiasing_mask: float = ...,
        allows_edge_antialiasing: bool = ...,
        compositing_filter: str | None = ...,
        duration: float = ...,
        repeat_count: float = ...,
        repeat_duration: float = ...,
        autoreverses: bool = ...,
        fill_mode: str | None = ...,
        tone_map_mode: str | None = ...,
        preferred_dynamic_range: str | None = ...,
        contents_headroom: float = ...,
        wants_extended_dynamic_range_content: bool = ...,
        filters: Sequence[Filter] | None = ...,
        background_filters: Sequence[Filter] | None = ...,
        contents_transform: TransformLike = ...,
        remote_client_id: float = ...,
        colors: Sequence[ColorLike] | None = ...,
        locations: Any = ...,
        start_point: PointLike = ...,
        end_point: PointLike = ...,
        type: str | None = ...,
    ) -> None: ...


class CAReplicatorLayer(CALayer):
    instance_count: NumberProperty
    instance_delay: NumberProperty
    instance_transform: Property[Transform, TransformLike]
    preserves_depth: BoolProperty
    instance_color: Property[Color | None, ColorLike | None]
    instance_red_offset: NumberProperty
    instance_green_offset: NumberProperty
    instance_blue_offset: NumberProperty
    instance_alpha_offset: NumberProperty
    def __init__(
        self, *,
        frame: RectLike = ...,
        sublayers: Sequence[Layer] | None = ...,
        superlayer: Layer | None = ...,
        mask: Layer | None = ...,
        contents_format: str | None = ...,
        draws_asynchronously: bool = ...,
        needs_display_on_bounds_change: bool = ...,
        autoresizing_mask: float = ...,
        visible_rect: RectLike = ...,
        bounds: RectLike = ...,
        position: PointLike = ...,
        z_position: float = ...,
        anchor_point: PointLike = ...,
        anchor_point_z: float = ...,
        transform: TransformLike = ...,
        sublayer_transform: TransformLike = ...,
        hidden: bool = ...,
        double_sided: bool = ...,
        geometry_flipped: bool = ...,
        masks_to_bounds: bool = ...,
        contents: Image | None = ...,
        contents_rect: RectLike = ...,
        contents_gravity: str | None = ...,
        contents_scale: float = ...,
        minification_filter: str | None = ...,
        magnification_filter: str | None = ...,
        opaque: bool = ...,
        background_color: ColorLike | None = ...,
        corner_radius: float = ...,
        masked_corners: float = ...,
        border_width: float = ...,
        border_color: ColorLike | None = ...,
        opacity: float = ...,
        allows_group_opacity: bool = ...,
        contents_multiply_color: ColorLike | None = ...,
        name: str | None = ...,
        begin_time: float = ...,
        time_offset: float = ...,
        speed: float = ...,
        shadow_color: ColorLike | None = ...,
        shadow_opacity: float = ...,
        shadow_offset: SizeLike = ...,
        shadow_radius: float = ...,
        shadow_path: Path | None = ...,
        corner_curve: str | None = ...,
        contents_center: RectLike = ...,
        minification_filter_bias: float = ...,
        should_rasterize: bool = ...,
        rasterization_scale: float = ...,
        edge_antialiasing_mask: float = ...,
        allows_edge_antialiasing: bool = ...,
        compositing_filter: str | None = ...,
        duration: float = ...,
        repeat_count: float = ...,
        repeat_duration: float = ...,
        autoreverses: bool = ...,
        fill_mode: str | None = ...,
        tone_map_mode: str | None = ...,
        preferred_dynamic_range: str | None = ...,
        contents_headroom: float = ...,
        wants_extended_dynamic_range_content: bool = ...,
        filters: Sequence[Filter] | None = ...,
        background_filters: Sequence[Filter] | None = ...,
        contents_transform: TransformLike = ...,
        remote_client_id: float = ...,
        instance_count: float = ...,
        instance_delay: float = ...,
        instance_transform: TransformLike = ...,
        preserves_depth: bool = ...,
        instance_color: ColorLike | None = ...,
        instance_red_offset: float = ...,
        instance_green_offset: float = ...,
        instance_blue_offset: float = ...,
        instance_alpha_offset: float = ...,
    ) -> None: ...


class CATextLayer(CALayer):
    font_size: NumberProperty
    foreground_color: Property[Color | None, ColorLike | None]
    wrapped: BoolProperty
    alignment_mode: Property[str | None, str | None]
    truncation_mode: Property[str | None, str | None]
    allows_font_subpixel_quantization: BoolProperty
    string: Property[str | None, str | None]
    font: Property[str | None, str | None]
    def __init__(
        self, *,
        frame: RectLike = ...,
        sublayers: Sequence[Layer] | None = ...,
        superlayer: Layer | None = ...,
        mask: Layer | None = ...,
        contents_format: str | None = ...,
        draws_asynchronously: bool = ...,
        needs_display_on_bounds_change: bool = ...,
        autoresizing_mask: float = ...,
        visible_rect: RectLike = ...,
        bounds: RectLike = ...,
        position: PointLike = ...,
        z_position: float = ...,
        anchor_point: PointLike = ...,
        anchor_point_z: float = ...,
        transform: TransformLike = ...,
        sublayer_transform: TransformLike = ...,
        hidden: bool = ...,
        double_sided: bool = ...,
        geometry_flipped: bool = ...,
        masks_to_bounds: bool = ...,
        contents: Image | None = ...,
        contents_rect: RectLike = ...,
        contents_gravity: str | None = ...,
        contents_scale: float = ...,
        minification_filter: str | None = ...,
        magnification_filter: str | None = ...,
        opaque: bool = ...,
        background_color: ColorLike | None = ...,
        corner_radius: float = ...,
        masked_corners: float = ...,
        border_width: float = ...,
        border_color: ColorLike | None = ...,
        opacity: float = ...,
        allows_group_opacity: bool = ...,
        contents_multiply_color: ColorLike | None = ...,
        name: str | None = ...,
        begin_time: float = ...,
        time_offset: float = ...,
        speed: float = ...,
        shadow_color: ColorLike | None = ...,
        shadow_opacity: float = ...,
        shadow_offset: SizeLike = ...,
        shadow_radius: float = ...,
        shadow_path: Path | None = ...,
        corner_curve: str | None = ...,
        contents_center: RectLike = ...,
        minification_filter_bias: float = ...,
        should_rasterize: bool = ...,
        rasterization_scale: float = ...,
        edge_antialiasing_mask: float = ...,
        allows_edge_antialiasing: bool = ...,
        compositing_filter: str | None = ...,
        duration: float = ...,
        repeat_count: float = ...,
        repeat_duration: float = ...,
        autoreverses: bool = ...,
        fill_mode: str | None = ...,
        tone_map_mode: str | None = ...,
        preferred_dynamic_range: str | None = ...,
        contents_headroom: float = ...,
        wants_extended_dynamic_range_content: bool = ...,
        filters: Sequence[Filter] | None = ...,
        background_filters: Sequence[Filter] | None = ...,
        contents_transform: TransformLike = ...,
        remote_client_id: float = ...,
        font_size: float = ...,
        foreground_color: ColorLike | None = ...,
        wrapped: bool = ...,
        alignment_mode: str | None = ...,
        truncation_mode: str | None = ...,
        allows_font_subpixel_quantization: bool = ...,
        string: str | None = ...,
        font: str | None = ...,
    ) -> None: ...


class CAScrollLayer(CALayer):
    scroll_mode: Property[str | None, str | None]
    def __init__(
        self, *,
        frame: RectLike = ...,
        sublayers: Sequence[Layer] | None = ...,
        superlayer: Layer | None = ...,
        mask: Layer | None = ...,
        contents_format: str | None = ...,
        draws_asynchronously: bool = ...,
        needs_display_on_bounds_change: bool = ...,
        autoresizing_mask: float = ...,
        visible_rect: RectLike = ...,
        bounds: RectLike = ...,
        position: PointLike = ...,
        z_position: float = ...,
        anchor_point: PointLike = ...,
        anchor_point_z: float = ...,
        transform: TransformLike = ...,
        sublayer_transform: TransformLike = ...,
        hidden: bool = ...,
        double_sided: bool = ...,
        geometry_flipped: bool = ...,
        masks_to_bounds: bool = ...,
        contents: Image | None = ...,
        contents_rect: RectLike = ...,
        contents_gravity: str | None = ...,
        contents_scale: float = ...,
        minification_filter: str | None = ...,
        magnification_filter: str | None = ...,
        opaque: bool = ...,
        background_color: ColorLike | None = ...,
        corner_radius: float = ...,
        masked_corners: float = ...,
        border_width: float = ...,
        border_color: ColorLike | None = ...,
        opacity: float = ...,
        allows_group_opacity: bool = ...,
        contents_multiply_color: ColorLike | None = ...,
        name: str | None = ...,
        begin_time: float = ...,
        time_offset: float = ...,
        speed: float = ...,
        shadow_color: ColorLike | None = ...,
        shadow_opacity: float = ...,
        shadow_offset: SizeLike = ...,
        shadow_radius: float = ...,
        shadow_path: Path | None = ...,
        corner_curve: str | None = ...,
        contents_center: RectLike = ...,
        minification_filter_bias: float = ...,
        should_rasterize: bool = ...,
        rasterization_scale: float = ...,
        edge_antialiasing_mask: float = ...,
        allows_edge_antialiasing: bool = ...,
        compositing_filter: str | None = ...,
        duration: float = ...,
        repeat_count: float = ...,
        repeat_duration: float = ...,
        autoreverses: bool = ...,
        fill_mode: str | None = ...,
        tone_map_mode: str | None = ...,
        preferred_dynamic_range: str | None = ...,
        contents_headroom: float = ...,
        wants_extended_dynamic_range_content: bool = ...,
        filters: Sequence[Filter] | None = ...,
        background_filters: Sequence[Filter] | None = ...,
        contents_transform: TransformLike = ...,
        remote_client_id: float = ...,
        scroll_mode: str | None = ...,
    ) -> None: ...


class CATiledLayer(CALayer):
    tile_size: Property[Size, SizeLike]
    levels_of_detail: NumberProperty
    levels_of_detail_bias: NumberProperty
    def __init__(
        self, *,
        frame: RectLike = ...,
        sublayers: Sequence[Layer] | None = ...,
        superlayer: Layer | None = ...,
        mask: Layer | None = ...,
        contents_format: str | None = ...,
        draws_asynchronously: bool = ...,
        needs_display_on_bounds_change: bool = ...,
        autoresizing_mask: float = ...,
        visible_rect: RectLike = ...,
        bounds: RectLike = ...,
        position: PointLike = ...,
        z_position: float = ...,
        anchor_point: PointLike = ...,
        anchor_point_z: float = ...,
        transform: TransformLike = ...,
        sublayer_transform: TransformLike = ...,
        hidden: bool = ...,
        double_sided: bool = ...,
        geometry_flipped: bool = ...,
        masks_to_bounds: bool = ...,
        contents: Image | None = ...,
        contents_rect: RectLike = ...,
        contents_gravity: str | None = ...,
        contents_scale: float = ...,
        minification_filter: str | None = ...,
        magnification_filter: str | None = ...,
        opaque: bool = ...,
        background_color: ColorLike | None = ...,
        corner_radius: float = ...,
        masked_corners: float = ...,
        border_width: float = ...,
        border_color: ColorLike | None = ...,
        opacity: float = ...,
        allows_group_opacity: bool = ...,
        contents_multiply_color: ColorLike | None = ...,
        name: str | None = ...,
        begin_time: float = ...,
        time_offset: float = ...,
        speed: float = ...,
        shadow_color: ColorLike | None = ...,
        shadow_opacity: float = ...,
        shadow_offset: SizeLike = ...,
        shadow_radius: float = ...,
        shadow_path: Path | None = ...,
        corner_curve: str | None = ...,
        contents_center: RectLike = ...,
        minification_filter_bias: float = ...,
        should_rasterize: bool = ...,
        rasterization_scale: float = ...,
        edge_antialiasing_mask: float = ...,
        allows_edge_antialiasing: bool = ...,
        compositing_filter: str | None = ...,
        duration: float = ...,
        repeat_count: float = ...,
        repeat_duration: float = ...,
        autoreverses: bool = ...,
        fill_mode: str | None = ...,
        tone_map_mode: str | None = ...,
        preferred_dynamic_range: str | None = ...,
        contents_headroom: float = ...,
        wants_extended_dynamic_range_content: bool = ...,
        filters: Sequence[Filter] | None = ...,
        background_filters: Sequence[Filter] | None = ...,
        contents_transform: TransformLike = ...,
        remote_client_id: float = ...,
        tile_size: SizeLike = ...,
        levels_of_detail: float = ...,
        levels_of_detail_bias: float = ...,
    ) -> None: ...


class CAEmitterLayer(CALayer):
    emitter_cells: Property[list[Cell] | None, Sequence[Cell] | None]
    birth_rate: NumberProperty
    lifetime: NumberProperty
    emitter_position: Property[Point, PointLike]
    emitter_zposition: NumberProperty
    emitter_size: Property[Size, SizeLike]
    emitter_depth: NumberProperty
    emitter_shape: Property[str | None, str | None]
    emitter_mode: Property[str | None, str | None]
    render_mode: Property[str | None, str | None]
    preserves_depth: BoolProperty
    velocity: NumberProperty
    scale: NumberProperty
    spin: NumberProperty
    seed: NumberProperty
    def __init__(
        self, *,
        frame: RectLike = ...,
        sublayers: Sequence[Layer] | None = ...,
        superlayer: Layer | None = ...,
        mask: Layer | None = ...,
        contents_format: str | None = ...,
        draws_asynchronously: bool = ...,
        needs_display_on_bounds_change: bool = ...,
        autoresizing_mask: float = ...,
        visible_rect: RectLike = ...,
        bounds: RectLike = ...,
        position: PointLike = ...,
        z_position: float = ...,
        anchor_point: PointLike = ...,
        anchor_point_z: float = ...,
        transform: TransformLike = ...,
        sublayer_transform: TransformLike = ...,
        hidden: bool = ...,
        double_sided: bool = ...,
        geometry_flipped: bool = ...,
        masks_to_bounds: bool = ...,
        contents: Image | None = ...,
        contents_rect: RectLike = ...,
        contents_gravity: str | None = ...,
        contents_scale: float = ...,
        minification_filter: str | None = ...,
        magnification_filter: str | None = ...,
        opaque: bool = ...,
        background_color: ColorLike | None = ...,
        corner_radius: float = ...,
        masked_corners: float = ...,
        border_width: float = ...,
        border_color: ColorLike | None = ...,
        opacity: float = ...,
        allows_group_opacity: bool = ...,
        contents_multiply_color: ColorLike | None = ...,
        name: str | None = ...,
        begin_time: float = ...,
        time_offset: float = ...,
        speed: float = ...,
        shadow_color: ColorLike | None = ...,
        shadow_opacity: float = ...,
        shadow_offset: SizeLike = ...,
        shadow_radius: float = ...,
        shadow_path: Path | None = ...,
        corner_curve: str | None = ...,
        contents_center: RectLike = ...,
        minification_filter_bias: float = ...,
        should_rasterize: bool = ...,
        rasterization_scale: float = ...,
        edge_antialiasing_mask: float = ...,
        allows_edge_antialiasing: bool = ...,
        compositing_filter: str | None = ...,
        duration: float = ...,
        repeat_count: float = ...,
        repeat_duration: float = ...,
        autoreverses: bool = ...,
        fill_mode: str | None = ...,
        tone_map_mode: str | None = ...,
        preferred_dynamic_range: str | None = ...,
        contents_headroom: float = ...,
        wants_extended_dynamic_range_content: bool = ...,
        filters: Sequence[Filter] | None = ...,
        background_filters: Sequence[Filter] | None = ...,
        contents_transform: TransformLike = ...,
        remote_client_id: float = ...,
        emitter_cells: Sequence[Cell] | None = ...,
        birth_rate: float = ...,
        lifetime: float = ...,
        emitter_position: PointLike = ...,
        emitter_zposition: float = ...,
        emitter_size: SizeLike = ...,
        emitter_depth: float = ...,
        emitter_shape: str | None = ...,
        emitter_mode: str | None = ...,
        render_mode: str | None = ...,
        preserves_depth: bool = ...,
        velocity: float = ...,
        scale: float = ...,
        spin: float = ...,
        seed: float = ...,
    ) -> None: ...


class CABackdropLayer(CALayer):
    scale: NumberProperty
    group_name: Property[str | None, str | None]
    bleed_amount: NumberProperty
    def __init__(
        self, *,
        frame: RectLike = ...,
        sublayers: Sequence[Layer] | None = ...,
        superlayer: Layer | None = ...,
        mask: Layer | None = ...,
        contents_format: str | None = ...,
        draws_asynchronously: bool = ...,
        needs_display_on_bounds_change: bool = ...,
        autoresizing_mask: float = ...,
        visible_rect: RectLike = ...,
        bounds: RectLike = ...,
        position: PointLike = ...,
        z_position: float = ...,
        anchor_point: PointLike = ...,
        anchor_point_z: float = ...,
        transform: TransformLike = ...,
        sublayer_transform: TransformLike = ...,
        hidden: bool = ...,
        double_sided: bool = ...,
        geometry_flipped: bool = ...,
        masks_to_bounds: bool = ...,
        contents: Image | None = ...,
        contents_rect: RectLike = ...,
        contents_gravity: str | None = ...,
        contents_scale: float = ...,
        minification_filter: str | None = ...,
        magnification_filter: str | None = ...,
        opaque: bool = ...,
        background_color: ColorLike | None = ...,
        corner_radius: float = ...,
        masked_corners: float = ...,
        border_width: float = ...,
        border_color: ColorLike | None = ...,
        opacity: float = ...,
        allows_group_opacity: bool = ...,
        contents_multiply_color: ColorLike | None = ...,
        name: str | None = ...,
        begin_time: float = ...,
        time_offset: float = ...,
        speed: float = ...,
        shadow_color: ColorLike | None = ...,
        shadow_opacity: float = ...,
        shadow_offset: SizeLike = ...,
        shadow_radius: float = ...,
        shadow_path: Path | None = ...,
        corner_curve: str | None = ...,
        contents_center: RectLike = ...,
        minification_filter_bias: float = ...,
        should_rasterize: bool = ...,
        rasterization_scale: float = ...,
        edge_antialiasing_mask: float = ...,
        allows_edge_antialiasing: bool = ...,
        compositing_filter: str | None = ...,
        duration: float = ...,
        repeat_count: float = ...,
        repeat_duration: float = ...,
        autoreverses: bool = ...,
        fill_mode: str | None = ...,
        tone_map_mode: str | None = ...,
        preferred_dynamic_range: str | None = ...,
        contents_headroom: float = ...,
        wants_extended_dynamic_range_content: bool = ...,
        filters: Sequence[Filter] | None = ...,
        background_filters: Sequence[Filter] | None = ...,
        contents_transform: TransformLike = ...,
        remote_client_id: float = ...,
        scale: float = ...,
        group_name: str | None = ...,
        bleed_amount: float = ...,
    ) -> None: ...


class CAPortalLayer(CALayer):
    portal_source: NumberProperty
    hides_source_layer: BoolProperty
    matches_opacity: BoolProperty
    matches_position: BoolProperty
    matches_transform: BoolProperty
    def __init__(
        self, *,
        frame: RectLike = ...,
        sublayers: Sequence[Layer] | None = ...,
        superlayer: Layer | None = ...,
        mask: Layer | None = ...,
        contents_format: str | None = ...,
        draws_asynchronously: bool = ...,
        needs_display_on_bounds_change: bool = ...,
        autoresizing_mask: float = ...,
        visible_rect: RectLike = ...,
        bounds: RectLike = ...,
        position: PointLike = ...,
        z_position: float = ...,
        anchor_point: PointLike = ...,
        anchor_point_z: float = ...,
        transform: TransformLike = ...,
        sublayer_transform: TransformLike = ...,
        hidden: bool = ...,
        double_sided: bool = ...,
        geometry_flipped: bool = ...,
        masks_to_bounds: bool = ...,
        contents: Image | None = ...,
        contents_rect: RectLike = ...,
        contents_gravity: str | None = ...,
        contents_scale: float = ...,
        minification_filter: str | None = ...,
        magnification_filter: str | None = ...,
        opaque: bool = ...,
        background_color: ColorLike | None = ...,
        corner_radius: float = ...,
        masked_corners: float = ...,
        border_width: float = ...,
        border_color: ColorLike | None = ...,
        opacity: float = ...,
        allows_group_opacity: bool = ...,
        contents_multiply_color: ColorLike | None = ...,
        name: str | None = ...,
        begin_time: float = ...,
        time_offset: float = ...,
        speed: float = ...,
        shadow_color: ColorLike | None = ...,
        shadow_opacity: float = ...,
        shadow_offset: SizeLike = ...,
        shadow_radius: float = ...,
        shadow_path: Path | None = ...,
        corner_curve: str | None = ...,
        contents_center: RectLike = ...,
        minification_filter_bias: float = ...,
        should_rasterize: bool = ...,
        rasterization_scale: float = ...,
        edge_antialiasing_mask: float = ...,
        allows_edge_antialiasing: bool = ...,
        compositing_filter: str | None = ...,
        duration: float = ...,
        repeat_count: float = ...,
        repeat_duration: float = ...,
        autoreverses: bool = ...,
        fill_mode: str | None = ...,
        tone_map_mode: str | None = ...,
        preferred_dynamic_range: str | None = ...,
        contents_headroom: float = ...,
        wants_extended_dynamic_range_content: bool = ...,
        filters: Sequence[Filter] | None = ...,
        background_filters: Sequence[Filter] | None = ...,
        contents_transform: TransformLike = ...,
        remote_client_id: float = ...,
        portal_source: float = ...,
        hides_source_layer: bool = ...,
        matches_opacity: bool = ...,
        matches_position: bool = ...,
        matches_transform: bool = ...,
    ) -> None: ...


class CABasicAnimation(Animation):
    timing_function: Property[list[float] | None, Any]
    removed_on_completion: BoolProperty
    begin_time: NumberProperty
    duration: NumberProperty
    speed: NumberProperty
    time_offset: NumberProperty
    repeat_count: NumberProperty
    repeat_duration: NumberProperty
    autoreverses: BoolProperty
    fill_mode: Property[str | None, str | None]
    preferred_frame_rate_range_minimum: NumberProperty
    preferred_frame_rate_range_maximum: NumberProperty
    preferred_frame_rate_range_preferred: NumberProperty
    key_path: Property[str | None, str | None]
    additive: BoolProperty
    cumulative: BoolProperty
    value_function: Property[str | None, str | None]
    from_value: Property[Any, Any]
    to_value: Property[Any, Any]
    by_value: Property[Any, Any]
    def __init__(
        self, key_path: str | None = ..., *,
        timing_function: Any = ...,
        removed_on_completion: bool = ...,
        begin_time: float = ...,
        duration: float = ...,
        speed: float = ...,
        time_offset: float = ...,
        repeat_count: float = ...,
        repeat_duration: float = ...,
        autoreverses: bool = ...,
        fill_mode: str | None = ...,
        preferred_frame_rate_range_minimum: float = ...,
        preferred_frame_rate_range_maximum: float = ...,
        preferred_frame_rate_range_preferred: float = ...,
        additive: bool = ...,
        cumulative: bool = ...,
        value_function: str | None = ...,
        from_value: Any = ...,
        to_value: Any = ...,
        by_value: Any = ...,
    ) -> None: ...


class CAKeyframeAnimation(Animation):
    timing_function: Property[list[float] | None, Any]
    removed_on_completion: BoolProperty
    begin_time: NumberProperty
    duration: NumberProperty
    speed: NumberProperty
    time_offset: NumberProperty
    repeat_count: NumberProperty
    repeat_duration: NumberProperty
    autoreverses: BoolProperty
    fill_mode: Property[str | None, str | None]
    preferred_frame_rate_range_minimum: NumberProperty
    preferred_frame_rate_range_maximum: NumberProperty
    preferred_frame_rate_range_preferred: NumberProperty
    key_path: Property[str | None, str | None]
    additive: BoolProperty
    cumulative: BoolProperty
    value_function: Property[str | None, str | None]
    values: Property[Any, Any]
    path: Property[Path | None, Path | None]
    key_times: Property[list[float] | None, Any]
    timing_functions: Property[list[float] | None, Any]
    calculation_mode: Property[str | None, str | None]
    rotation_mode: Property[str | None, str | None]
    tension_values: Property[list[float] | None, Any]
    continuity_values: Property[list[float] | None, Any]
    bias_values: Property[list[float] | None, Any]
    def __init__(
        self, key_path: str | None = ..., *,
        timing_function: Any = ...,
        removed_on_completion: bool = ...,
        begin_time: float = ...,
        duration: float = ...,
        speed: float = ...,
        time_offset: float = ...,
        repeat_count: float = ...,
        repeat_duration: float = ...,
        autoreverses: bool = ...,
        fill_mode: str | None = ...,
        preferred_frame_rate_range_minimum: float = ...,
        preferred_frame_rate_range_maximum: float = ...,
        preferred_frame_rate_range_preferred: float = ...,
        additive: bool = ...,
        cumulative: bool = ...,
        value_function: str | None = ...,
        values: Any = ...,
        path: Path | None = ...,
        key_times: Any = ...,
        timing_functions: Any = ...,
        calculation_mode: str | None = ...,
        rotation_mode: str | None = ...,
        tension_values: Any = ...,
        continuity_values: Any = ...,
        bias_values: Any = ...,
    ) -> None: ...


class CASpringAnimation(Animation):
    timing_function: Property[list[float] | None, Any]
    removed_on_completion: BoolProperty
    begin_time: NumberProperty
    duration: NumberProperty
    speed: NumberProperty
    time_offset: NumberProperty
    repeat_count: NumberProperty
    repeat_duration: NumberProperty
    autoreverses: BoolProperty
    fill_mode: Property[str | None, str | None]
    preferred_frame_rate_range_minimum: NumberProperty
    preferred_frame_rate_range_maximum: NumberProperty
    preferred_frame_rate_range_preferred: NumberProperty
    key_path: Property[str | None, str | None]
    additive: BoolProperty
    cumulative: BoolProperty
    value_function: Property[str | None, str | None]
    from_value: Property[Any, Any]
    to_value: Property[Any, Any]
    by_value: Property[Any, Any]
    mass: NumberProperty
    stiffness: NumberProperty
    damping: NumberProperty
    initial_velocity: NumberProperty
    allows_overdamping: BoolProperty
    def __init__(
        self, key_path: str | None = ..., *,
        timing_function: Any = ...,
        removed_on_completion: bool = ...,
        begin_time: float = ...,
        duration: float = ...,
        speed: float = ...,
        time_offset: float = ...,
        repeat_count: float = ...,
        repeat_duration: float = ...,
        autoreverses: bool = ...,
        fill_mode: str | None = ...,
        preferred_frame_rate_range_minimum: float = ...,
        preferred_frame_rate_range_maximum: float = ...,
        preferred_frame_rate_range_preferred: float = ...,
        additive: bool = ...,
        cumulative: bool = ...,
        value_function: str | None = ...,
        from_value: Any = ...,
        to_value: Any = ...,
        by_value: Any = ...,
        mass: float = ...,
        stiffness: float = ...,
        damping: float = ...,
        initial_velocity: float = ...,
        allows_overdamping: bool = ...,
    ) -> None: ...


class CAAnimationGroup(Animation):
    timing_function: Property[list[float] | None, Any]
    removed_on_completion: BoolProperty
    begin_time: NumberProperty
    duration: NumberProperty
    speed: NumberProperty
    time_offset: NumberProperty
    repeat_count: NumberProperty
    repeat_duration: NumberProperty
    autoreverses: BoolProperty
    fill_mode: Property[str | None, str | None]
    preferred_frame_rate_range_minimum: NumberProperty
    preferred_frame_rate_range_maximum: NumberProperty
    preferred_frame_rate_range_preferred: NumberProperty
    animations: Property[list[Animation] | None, Sequence[Animation] | None]
    def __init__(
        self, key_path: str | None = ..., *,
        timing_function: Any = ...,
        removed_on_completion: bool = ...,
        begin_time: float = ...,
        duration: float = ...,
        speed: float = ...,
        time_offset: float = ...,
        repeat_count: float = ...,
        repeat_duration: float = ...,
        autoreverses: bool = ...,
        fill_mode: str | None = ...,
        preferred_frame_rate_range_minimum: float = ...,
        preferred_frame_rate_range_maximum: float = ...,
        preferred_frame_rate_range_preferred: float = ...,
        animations: Sequence[Animation] | None = ...,
    ) -> None: ...


class CATransition(Animation):
    timing_function: Property[list[float] | None, Any]
    removed_on_completion: BoolProperty
    begin_time: NumberProperty
    duration: NumberProperty
    speed: NumberProperty
    time_offset: NumberProperty
    repeat_count: NumberProperty
    repeat_duration: NumberProperty
    autoreverses: BoolProperty
    fill_mode: Property[str | None, str | None]
    preferred_frame_rate_range_minimum: NumberProperty
    preferred_frame_rate_range_maximum: NumberProperty
    preferred_frame_rate_range_preferred: NumberProperty
    type: Property[str | None, str | None]
    subtype: Property[str | None, str | None]
    start_progress: NumberProperty
    end_progress: NumberProperty
    filter: Property[Filter | None, Filter | None]
    def __init__(
        self, key_path: str | None = ..., *,
        timing_function: Any = ...,
        removed_on_completion: bool = ...,
        begin_time: float = ...,
        duration: float = ...,
        speed: float = ...,
        time_offset: float = ...,
        repeat_count: float = ...,
        repeat_duration: float = ...,
        autoreverses: bool = ...,
        fill_mode: str | None = ...,
        preferred_frame_rate_range_minimum: float = ...,
        preferred_frame_rate_range_maximum: float = ...,
        preferred_frame_rate_range_preferred: float = ...,
        type: str | None = ...,
        subtype: str | None = ...,
        start_progress: float = ...,
        end_progress: float = ...,
        filter: Filter | None = ...,
    ) -> None: ...


class CAEmitterCell(Cell):
    name: Property[str | None, str | None]
    emitter_cells: Property[list[Cell] | None, Sequence[Cell] | None]
    birth_rate: NumberProperty
    lifetime: NumberProperty
    lifetime_range: NumberProperty
    emission_latitude: NumberProperty
    emission_longitude: NumberProperty
    emission_range: NumberProperty
    velocity: NumberProperty
    velocity_range: NumberProperty
    x_acceleration: NumberProperty
    y_acceleration: NumberProperty
    z_acceleration: NumberProperty
    scale: NumberProperty
    scale_range: NumberProperty
    scale_speed: NumberProperty
    spin: NumberProperty
    spin_range: NumberProperty
    red_range: NumberProperty
    green_range: NumberProperty
    blue_range: NumberProperty
    alpha_range: NumberProperty
    red_speed: NumberProperty
    green_speed: NumberProperty
    blue_speed: NumberProperty
    alpha_speed: NumberProperty
    contents_scale: NumberProperty
    minification_filter_bias: NumberProperty
    begin_time: NumberProperty
    time_offset: NumberProperty
    speed: NumberProperty
    duration: NumberProperty
    repeat_count: NumberProperty
    repeat_duration: NumberProperty
    orientation_longitude: NumberProperty
    orientation_latitude: NumberProperty
    orientation_range: NumberProperty
    color: Property[Color | None, ColorLike | None]
    contents_rect: Property[Rect, RectLike]
    contents: Property[Image | None, Image | None]
    magnification_filter: Property[str | None, str | None]
    minification_filter: Property[str | None, str | None]
    enabled: BoolProperty
    particle_type: Property[str | None, str | None]
    def __init__(
        self, *,
        name: str | None = ...,
        emitter_cells: Sequence[Cell] | None = ...,
        birth_rate: float = ...,
        lifetime: float = ...,
        lifetime_range: float = ...,
        emission_latitude: float = ...,
        emission_longitude: float = ...,
        emission_range: float = ...,
        velocity: float = ...,
        velocity_range: float = ...,
        x_acceleration: float = ...,
        y_acceleration: float = ...,
        z_acceleration: float = ...,
        scale: float = ...,
        scale_range: float = ...,
        scale_speed: float = ...,
        spin: float = ...,
        spin_range: float = ...,
        red_range: float = ...,
        green_range: float = ...,
        blue_range: float = ...,
        alpha_range: float = ...,
        red_speed: float = ...,
        green_speed: float = ...,
        blue_speed: float = ...,
        alpha_speed: float = ...,
        contents_scale: float = ...,
        minification_filter_bias: float = ...,
        begin_time: float = ...,
        time_offset: float = ...,
        speed: float = ...,
        duration: float = ...,
        repeat_count: float = ...,
        repeat_duration: float = ...,
        orientation_longitude: float = ...,
        orientation_latitude: float = ...,
        orientation_range: float = ...,
        color: ColorLike | None = ...,
        contents_rect: RectLike = ...,
        contents: Image | None = ...,
        magnification_filter: str | None = ...,
        minification_filter: str | None = ...,
        enabled: bool = ...,
        particle_type: str | None = ...,
    ) -> None: ...
