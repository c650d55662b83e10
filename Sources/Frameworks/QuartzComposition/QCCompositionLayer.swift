// Layers that show compositions.
// Licensed under the MIT license; see LICENSE.

import AVFoundation
public import CoreVideo
public import Foundation
public import OpenGLES
public import QuartzCore

/// A layer that shows a composition.
///
///     let layer = QCCompositionLayer(file: "videos.composition")
///     layer?.frame = root.bounds
///     root.insertSublayer(layer!, at: 0)
///     layer?.setValue("holiday.mov", forInputKey: "movie1_location")
///
/// The composition runs by itself, with each frame. Its patches are layers below those that the
/// program adds: billboards of films are `AVPlayerLayer`s. Transforms, masks, filters and the
/// opacity of the layer act on all of it. Films begin when the layer is made, by the clock of the
/// context that the thread used last, and begin anew at their ends.
///
/// A published input or result is also a key of the layer, unless the layer has a property of that
/// name, and `patch.NAME.value` is its key path. Those of macros are not.
///
/// A subclass may draw with OpenGL ES over the composition, and keep it as it is for a frame:
///
///     override func canDraw(…) -> Bool { isOdd.toggle(); return isOdd && super.canDraw(…) }
///     override func draw(…) { drawQuad(); super.draw(…) }
///
/// **Differences**: the composition itself is not drawn with OpenGL ES, so that a plain
/// `QCCompositionLayer` is never asked whether it can draw. An archive has no composition, and an
/// object of type `NSImage` is made of a `CGImage` by the program.
open class QCCompositionLayer: CAOpenGLLayer, QCCompositionRenderer {
  private static let stageName = "QCCompositionLayer.composition"

  /// The composition; nil for a layer of an archive.
  public private(set) final var composition: QCComposition?
  final var stage: CompositionStage?
  private var overlay: CALayer?

  /// A layer that shows a composition; nil without one.
  public init?(composition: QCComposition?) {
    guard let composition else { return nil }
    self.composition = composition
    super.init()
    begin(composition)
  }

  /// A layer that shows the composition of a file; nil if the file cannot be used, see
  /// ``QCComposition``.
  public convenience init?(file path: String) {
    self.init(composition: QCComposition(file: path))
  }

  /// A copy of a layer's values, for presentation layers; it shows the inputs of the layer.
  public override init(layer: Any) {
    super.init(layer: layer)
    guard let original = layer as? QCCompositionLayer else { return }
    composition = original.composition
    stage = original.stage
  }

  /// A layer from an archive, without a composition; nil if the archive is damaged.
  public required init?(coder: NSCoder) {
    super.init(coder: coder)
    for layer in sublayers ?? [] where layer.name == Self.stageName { layer.removeFromSuperlayer() }
  }

  private func begin(_ composition: QCComposition) {
    let draws = type(of: self) != QCCompositionLayer.self
    let stage = CompositionStage(composition.graph, base: composition.base, isPaced: draws)
    self.stage = stage
    stage.root.name = Self.stageName
    insertSublayer(stage.root, at: 0)
    if draws {
      let overlay = CALayer()
      overlay.name = Self.stageName
      overlay.contentsGravity = .resize
      insertSublayer(overlay, at: 1)
      self.overlay = overlay
      pictureLayer = overlay
    } else {
      frameWithoutGL = { [weak stage] time in stage?.update(at: time) }
    }
    isAsynchronous = true
  }

  /// Lets the composition fill the layer.
  open override func layoutSublayers() {
    super.layoutSublayers()
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    for layer in [stage?.root, overlay] where layer?.frame != bounds { layer?.frame = bounds }
    CATransaction.commit()
  }

  /// Shows the composition of the frame, and flushes GL; subclasses call it last.
  open override func draw(
    inCGLContext ctx: CGLContextObj,
    pixelFormat pf: CGLPixelFormatObj,
    forLayerTime t: CFTimeInterval,
    displayTime ts: UnsafePointer<CVTimeStamp>?
  ) {
    stage?.update(at: frameTime ?? contextOfFrames?.currentTime ?? CACurrentMediaTime())
    super.draw(inCGLContext: ctx, pixelFormat: pf, forLayerTime: t, displayTime: ts)
  }

  // MARK: Keys

  /// Whether a key is that of an input or a result.
  private func isPublished(_ key: String) -> Bool {
    guard let graph = composition?.graph, key != "asynchronous", !hasProperty(forKey: key) else {
      return false
    }
    return graph.inputs[key] != nil || graph.outputs[key] != nil
  }

  /// The name in a key path `patch.NAME.value`; nil for others.
  private static func patchKey(_ keyPath: String) -> String? {
    guard keyPath.hasPrefix("patch."), keyPath.hasSuffix(".value") else { return nil }
    let name = keyPath.dropFirst("patch.".count).dropLast(".value".count)
    return name.isEmpty ? nil : String(name)
  }

  /// Returns the value of a key; see `CALayer`.
  open override func value(forKey key: String) -> Any? {
    guard isPublished(key) else { return super.value(forKey: key) }
    return publishedValue(key)
  }

  private func publishedValue(_ key: String) -> Any? {
    composition?.graph.inputs[key] != nil ? value(forInputKey: key) : value(forOutputKey: key)
  }

  /// Sets the value of a key; see `CALayer`.
  open override func setValue(_ value: Any?, forKey key: String) {
    guard isPublished(key) else { return super.setValue(value, forKey: key) }
    setValue(value, forInputKey: key)
  }

  /// Returns the value of a key path; see `CALayer`.
  open override func value(forKeyPath keyPath: String) -> Any? {
    guard composition != nil, let key = Self.patchKey(keyPath) else {
      return super.value(forKeyPath: keyPath)
    }
    return publishedValue(key)
  }

  /// Sets the value of a key path; see `CALayer`.
  open override func setValue(_ value: Any?, forKeyPath keyPath: String) {
    guard composition != nil, let key = Self.patchKey(keyPath) else {
      return super.setValue(value, forKeyPath: keyPath)
    }
    setValue(value, forInputKey: key)
  }
}
