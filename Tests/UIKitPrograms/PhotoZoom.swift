// A photo that is zoomed by pinches and double taps.
// Licensed under the MIT license; see LICENSE.

import UIKit

class PhotoZoomViewController: UIViewController, UIScrollViewDelegate {
  let scrollView = UIScrollView()
  let imageView: UIImageView

  init(image: UIImage) {
    imageView = UIImageView(image: image)
    super.init(nibName: nil, bundle: nil)
  }

  required init?(coder: NSCoder) {
    fatalError("init(coder:) has not been implemented")
  }

  override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .black
    scrollView.frame = view.bounds
    scrollView.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    scrollView.contentInsetAdjustmentBehavior = .never
    scrollView.delegate = self
    scrollView.bouncesZoom = true
    scrollView.decelerationRate = .fast
    scrollView.addSubview(imageView)
    scrollView.contentSize = imageView.bounds.size
    view.addSubview(scrollView)

    imageView.isUserInteractionEnabled = true
    let doubleTap = UITapGestureRecognizer(
      target: self,
      action: Selector("doubleTapped:", PhotoZoomViewController.doubleTapped)
    )
    doubleTap.numberOfTapsRequired = 2
    imageView.addGestureRecognizer(doubleTap)
  }

  override func viewDidLayoutSubviews() {
    super.viewDidLayoutSubviews()
    updateZoomScales()
  }

  private func updateZoomScales() {
    let size = scrollView.bounds.size
    guard let image = imageView.image, image.size.width > 0 else { return }
    let fit = min(size.width / image.size.width, size.height / image.size.height)
    guard scrollView.minimumZoomScale != fit else { return }
    scrollView.minimumZoomScale = fit
    scrollView.maximumZoomScale = max(fit * 4, 1)
    scrollView.zoomScale = fit
    centerImage()
  }

  private func centerImage() {
    let size = scrollView.bounds.size
    let horizontal = max(0, (size.width - imageView.frame.width) / 2)
    let vertical = max(0, (size.height - imageView.frame.height) / 2)
    scrollView.contentInset = UIEdgeInsets(
      top: vertical,
      left: horizontal,
      bottom: vertical,
      right: horizontal
    )
  }

  private func doubleTapped(_ gesture: UITapGestureRecognizer) {
    if scrollView.zoomScale > scrollView.minimumZoomScale {
      scrollView.setZoomScale(scrollView.minimumZoomScale, animated: true)
      return
    }
    let point = gesture.location(in: imageView)
    let scale = scrollView.minimumZoomScale * 3
    let size = CGSize(
      width: scrollView.bounds.width / scale,
      height: scrollView.bounds.height / scale
    )
    let rect = CGRect(
      x: point.x - size.width / 2,
      y: point.y - size.height / 2,
      width: size.width,
      height: size.height
    )
    scrollView.zoom(to: rect, animated: true)
  }

  // MARK: - UIScrollViewDelegate

  func viewForZooming(in scrollView: UIScrollView) -> UIView? {
    imageView
  }

  func scrollViewDidZoom(_ scrollView: UIScrollView) {
    centerImage()
  }
}

extension UIImage {
  /// A landscape, drawn.
  static func landscape(size: CGSize) -> UIImage {
    let format = UIGraphicsImageRendererFormat()
    format.scale = 1
    format.opaque = true
    return UIGraphicsImageRenderer(size: size, format: format).image { context in
      UIColor(red: 0.55, green: 0.8, blue: 0.95, alpha: 1).setFill()
      context.fill(CGRect(origin: .zero, size: size))
      UIColor.systemYellow.setFill()
      UIBezierPath(
        arcCenter: CGPoint(x: size.width * 0.75, y: size.height * 0.25),
        radius: size.height / 8,
        startAngle: 0,
        endAngle: .pi * 2,
        clockwise: true
      ).fill()
      UIColor.systemGreen.setFill()
      let hill = UIBezierPath()
      hill.move(to: CGPoint(x: 0, y: size.height))
      hill.addLine(to: CGPoint(x: 0, y: size.height * 0.7))
      hill.addQuadCurve(
        to: CGPoint(x: size.width, y: size.height * 0.8),
        controlPoint: CGPoint(x: size.width * 0.4, y: size.height * 0.3)
      )
      hill.addLine(to: CGPoint(x: size.width, y: size.height))
      hill.close()
      hill.fill()
    }
  }
}
