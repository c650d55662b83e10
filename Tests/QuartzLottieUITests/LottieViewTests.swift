// Views that play animations: their size, their fit, people with reduced motion.
// Licensed under the MIT license; see LICENSE.

import Foundation
import QuartzLottie
import QuartzLottieUI
import Testing
import UIKitTesting

@MainActor
struct LottieViewTests {
  /// A red square of 20 x 20 points for ten frames, whose first five are a marker.
  private func animation(marker: String = "calm") throws -> LottieAnimation {
    let json = #"""
      {"v":"5.7.1","fr":10,"ip":0,"op":10,"w":20,"h":20,"layers":[{"ty":1,"nm":"L","sc":"#ff0000",
      "sw":20,"sh":20,"ip":0,"op":10,"ks":{}}],"markers":[{"cm":"\#(marker)","tm":0,"dr":5}]}
      """#
    return try LottieAnimation(data: Data(json.utf8))
  }

  @Test func sizeOfLayouts() throws {
    let view = LottieView()
    #expect(view.intrinsicContentSize.width == UIView.noIntrinsicMetric)
    view.animation = try animation()
    #expect(view.intrinsicContentSize == CGSize(width: 20, height: 20))
    #expect(view.lottieLayer != nil)
    #expect(view.report?.ignored.isEmpty == true)
  }

  /// The place of the square in a view of 60 x 40 points.
  @Test(
    arguments: [
      (.scaleAspectFit, CGRect(x: 10, y: 0, width: 40, height: 40)),
      (.scaleToFill, CGRect(x: 0, y: 0, width: 60, height: 40)),
      (.scaleAspectFill, CGRect(x: 0, y: -10, width: 60, height: 60)),
      (.center, CGRect(x: 20, y: 10, width: 20, height: 20)),
      (.top, CGRect(x: 20, y: 0, width: 20, height: 20)),
      (.left, CGRect(x: 0, y: 10, width: 20, height: 20)),
      (.bottomRight, CGRect(x: 40, y: 20, width: 20, height: 20)),
    ] as [(UIView.ContentMode, CGRect)]
  )
  func fit(_ mode: UIView.ContentMode, _ expected: CGRect) throws {
    let view = LottieView(frame: CGRect(x: 0, y: 0, width: 60, height: 40))
    view.animation = try animation()
    view.contentMode = mode
    view.layer.layoutIfNeeded()
    let root = try #require(view.lottieLayer?.sublayers?.first?.sublayers?.first?.sublayers?.first)
    #expect(root.convert(root.bounds, to: view.layer) == expected)
  }

  @Test func lessMotion() throws {
    let view = LottieView(animation: try animation())
    view.reducedMotion = .reduced
    var ends: [Bool] = []
    view.play { ends.append($0) }
    #expect(!view.isPlaying && ends == [true])
    #expect(abs(view.currentFrame - 9.999) < 1e-9)
    view.animation = try animation(marker: "Reduced-Motion")
    view.play()
    #expect(view.isPlaying)
    view.reducedMotion = .full
    view.stop()
    view.play()
    #expect(view.isPlaying)
    view.pause()
    #expect(!view.isPlaying)
  }
}
