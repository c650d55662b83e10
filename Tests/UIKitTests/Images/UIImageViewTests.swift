// Image views and effects.
// Licensed under the MIT license; see LICENSE.

import Foundation
import TestClaims
import Testing

@testable import UIKit

@MainActor
@Suite("UIImageView")
struct UIImageViewTests {
  private let dots = picture([[.red, .green], [.blue, .white]])

  @Test(
    "The layer shows the image's pixels, without a bitmap of its own (C10)",
    .shows(
      "UIImageView",
      "UIImageView.init(image:)",
      "UIImageView.image",
      "UIView.intrinsicContentSize"
    )
  )
  func contents() throws {
    let view = UIImageView(image: dots)
    #expect(view.bounds.size == CGSize(width: 2, height: 2))
    #expect(view.layer.contents as? CGImage === dots.cgImage)
    view.layer.displayIfNeeded()
    #expect(view.layer.contents as? CGImage === dots.cgImage)
    view.image = nil
    #expect(view.layer.contents == nil)
    #expect(view.intrinsicContentSize == CGSize(width: -1, height: -1))
  }

  @Test("The content mode places the image (C1)", .shows("UIView.contentMode"))
  func modes() throws {
    let view = UIImageView(image: dots)
    view.frame = CGRect(x: 0, y: 0, width: 6, height: 4)
    view.contentMode = .topLeft
    let top = try #require(shown(view))
    #expect(top[0, 0] == Pixels.red && top[1, 1] == Pixels.white && top[2, 0] == Pixels.clear)
    view.contentMode = .bottomRight
    let bottom = try #require(shown(view))
    #expect(bottom[4, 2] == Pixels.red && bottom[5, 3] == Pixels.white)
    #expect(bottom[0, 0] == Pixels.clear)
    #expect(view.layer.contentsGravity == .topRight)
  }

  @Test(
    "The scale and the orientation of the image count (C3)",
    .shows("UIImage.init(cgImage:scale:orientation:)")
  )
  func scales() throws {
    let pixels = try #require(picture([[.red, .green, .blue, .white]]).cgImage)
    let image = UIImage(cgImage: pixels, scale: 2, orientation: .right)
    let view = UIImageView(image: image)
    #expect(view.bounds.size == CGSize(width: 0.5, height: 2))
    #expect(view.layer.contentsScale == 2)
    let contents = try #require(view.layer.contents as! CGImage?)
    #expect(contents.width == 1 && contents.height == 4)
  }

  @Test(
    "A middle that is stretched is contentsCenter, and never empty (C2)",
    .shows("UIImage.resizableImage(withCapInsets:resizingMode:)")
  )
  func stretch() throws {
    let three = picture([
      [.red, .green, .red], [.green, .blue, .green], [.red, .green, .red],
    ])
    let caps = UIEdgeInsets(top: 1, left: 1, bottom: 1, right: 1)
    let view = UIImageView(
      image: three.resizableImage(withCapInsets: caps, resizingMode: .stretch)
    )
    let center = view.layer.contentsCenter
    // 0.49 and 0.02 pixels of 3: view-layer.md, C2.
    #expect(abs(center.minX - 1.49 / 3) < 1e-9 && abs(center.width - 0.02 / 3) < 1e-9)
    let wide = picture([[.red, .green, .blue, .red]]).resizableImage(
      withCapInsets: UIEdgeInsets(top: 0, left: 1, bottom: 0, right: 1),
      resizingMode: .stretch
    )
    view.image = wide
    #expect(abs(view.layer.contentsCenter.minX - 0.25) < 1e-9)
    #expect(abs(view.layer.contentsCenter.width - 0.5) < 1e-9)
    view.image = dots
    #expect(view.layer.contentsCenter == CGRect(x: 0, y: 0, width: 1, height: 1))
  }

  @Test(
    "A middle that is repeated is drawn for the size of the view (C2)",
    .shows("UIImage.ResizingMode.tile")
  )
  func tiles() throws {
    let image = picture([[.red, .green, .blue, .red]]).resizableImage(
      withCapInsets: UIEdgeInsets(top: 0, left: 1, bottom: 0, right: 1)
    )
    let view = UIImageView(image: image)
    view.frame = CGRect(x: 0, y: 0, width: 8, height: 2)
    let pixels = try #require(shown(view))
    #expect(
      (0..<8).map { pixels[$0, 0] } == [
        Pixels.red, Pixels.green, Pixels.blue, Pixels.green, Pixels.blue, Pixels.green, Pixels.blue,
        Pixels.red,
      ]
    )
    view.frame.size.width = 6
    view.layoutIfNeeded()
    #expect((view.layer.contents as? CGImage)?.width == 6)
  }

  @Test(
    "Templates take the tint of the view, and baked ones keep theirs (C4)",
    .shows(
      "UIImage.withRenderingMode(_:)",
      "UIImage.RenderingMode.alwaysTemplate",
      "UIImage.withTintColor(_:renderingMode:)",
      "UIImage.RenderingMode.alwaysOriginal",
      "UIView.tintColor"
    )
  )
  func tints() throws {
    let template = dots.withRenderingMode(.alwaysTemplate)
    let outer = UIView(frame: CGRect(x: 0, y: 0, width: 2, height: 2))
    let view = UIImageView(image: template)
    outer.addSubview(view)
    outer.tintColor = .red
    #expect(shown(outer)?[1, 1] == Pixels.red)
    view.tintColor = .green
    #expect(shown(outer)?[1, 1] == Pixels.green)
    view.image = dots.withTintColor(.blue, renderingMode: .alwaysOriginal)
    #expect(shown(outer)?[0, 0] == Pixels.blue)
  }

  @Test(
    "Highlighted views show the other image",
    .shows(
      "UIImageView.init(image:highlightedImage:)",
      "UIImageView.highlightedImage",
      "UIImageView.isHighlighted"
    )
  )
  func highlighted() {
    let other = picture([[.white]])
    let view = UIImageView(image: dots, highlightedImage: other)
    view.isHighlighted = true
    #expect(view.layer.contents as? CGImage === other.cgImage)
    view.isHighlighted = false
    #expect(view.layer.contents as? CGImage === dots.cgImage)
  }

  @Test(
    "Images are shown one after the other",
    .shows(
      "UIImageView.animationRepeatCount",
      "UIImageView.animationImages",
      "UIImageView.animationDuration",
      "UIImageView.startAnimating()",
      "UIImageView.stopAnimating()",
      "UIImageView.isAnimating",
      "UIImage.animatedImage(with:duration:)"
    )
  )
  func animation() throws {
    let view = UIImageView(image: dots)
    view.startAnimating()
    #expect(!view.isAnimating)
    view.animationImages = [dots, picture([[.white]])]
    view.animationDuration = 2
    view.animationRepeatCount = 3
    #expect(!view.isAnimating)
    view.startAnimating()
    let animation = try #require(
      view.layer.animation(forKey: UIImageView.animationKey) as? CAKeyframeAnimation
    )
    #expect(animation.duration == 2 && animation.repeatCount == 3)
    #expect(animation.calculationMode == .discrete && animation.values?.count == 2)
    view.stopAnimating()
    #expect(!view.isAnimating)
    view.animationImages = nil
    view.image = UIImage.animatedImage(with: [dots, dots], duration: 1)
    #expect(view.isAnimating)
    view.image = dots
    #expect(!view.isAnimating)
    view.animationImages = [UIImage()]
    view.startAnimating()
    #expect(!view.isAnimating)
  }

  @Test(
    "A blur takes in what is behind, under a tint, with content over it",
    .shows(
      "UIVisualEffectView",
      "UIVisualEffectView.init(effect:)",
      "UIVisualEffectView.contentView",
      "UIVisualEffectView.effect"
    )
  )
  func effects() throws {
    let view = UIVisualEffectView(effect: UIBlurEffect(style: .light))
    view.frame = CGRect(x: 0, y: 0, width: 40, height: 20)
    view.layoutIfNeeded()
    #expect(view.contentView.frame == view.bounds)
    let backdrop = try #require(view.subviews.first?.layer as? CABackdropLayer)
    #expect(backdrop.filters?.count == 2)
    view.effect = nil
    #expect(view.subviews.first?.isHidden == true)
  }
}
