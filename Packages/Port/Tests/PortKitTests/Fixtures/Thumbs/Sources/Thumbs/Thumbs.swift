// Steps that make pictures, and the view that shows them.
// Licensed under the MIT license; see LICENSE.

import CoreImage
import CoreImage.CIFilterBuiltins
import ImageIO
import UIKit

public protocol ImageStep {
    var identifier: String { get }
    func process(_ image: UIImage) -> UIImage?
}

public struct ResizingStep: ImageStep {
    let size: CGSize

    public init(_ size: CGSize) { self.size = size }

    public var identifier: String { return "resize(\(size.width)x\(size.height))" }

    public func process(_ image: UIImage) -> UIImage? {
        let format = UIGraphicsImageRendererFormat()
        format.scale = 2
        return UIGraphicsImageRenderer(size: size, format: format).image { _ in
            let scale = max(size.width / image.size.width, size.height / image.size.height)
            let fitted = CGSize(width: image.size.width * scale, height: image.size.height * scale)
            image.draw(in: CGRect(
                x: (size.width - fitted.width) / 2, y: (size.height - fitted.height) / 2,
                width: fitted.width, height: fitted.height))
        }
    }
}

public struct RoundingStep: ImageStep {
    let radius: CGFloat

    public init(_ radius: CGFloat) { self.radius = radius }

    public var identifier: String { return "round(\(radius))" }

    public func process(_ image: UIImage) -> UIImage? {
        UIGraphicsBeginImageContextWithOptions(image.size, false, image.scale)
        defer { UIGraphicsEndImageContext() }
        guard let context = UIGraphicsGetCurrentContext() else { return nil }
        let box = CGRect(origin: .zero, size: image.size)
        context.saveGState()
        context.addPath(CGPath(roundedRect: box, cornerWidth: radius, cornerHeight: radius, transform: nil))
        context.clip()
        image.draw(in: box)
        context.restoreGState()
        return UIGraphicsGetImageFromCurrentImageContext()
    }
}

public struct BlurStep: ImageStep {
    let radius: CGFloat
    private static let context = CIContext(options: nil)

    public init(_ radius: CGFloat) { self.radius = radius }

    public var identifier: String { return "blur(\(radius))" }

    public func process(_ image: UIImage) -> UIImage? {
        guard let cgImage = image.cgImage else { return nil }
        let input = CIImage(cgImage: cgImage)
        let filter = CIFilter.gaussianBlur()
        filter.inputImage = input.clampedToExtent()
        filter.radius = Float(radius * image.scale)
        guard let output = filter.outputImage?.cropped(to: input.extent),
            let result = BlurStep.context.createCGImage(output, from: input.extent)
        else { return nil }
        return UIImage(cgImage: result, scale: image.scale, orientation: image.imageOrientation)
    }
}

@objc public protocol ThumbViewDelegate: AnyObject {
    @objc optional func thumbView(_ view: ThumbView, didShow image: UIImage)
    @objc optional func thumbViewDidFail(_ view: ThumbView)
}

public final class ImageCache: NSObject {
    public static let shared = ImageCache()
    private let cache = NSCache<NSString, UIImage>()

    public override init() {
        super.init()
        cache.countLimit = 100
        NotificationCenter.default.addObserver(
            self, selector: #selector(clear(_:)), name: UIApplication.didReceiveMemoryWarningNotification, object: nil)
    }

    subscript(key: String) -> UIImage? {
        get { return cache.object(forKey: key as NSString) }
        set {
            if let image = newValue {
                cache.setObject(image, forKey: key as NSString)
            } else {
                cache.removeObject(forKey: key as NSString)
            }
        }
    }

    @objc private func clear(_ note: NSNotification) { cache.removeAllObjects() }
}

open class ThumbView: UIImageView {
    @IBInspectable open var fadeDuration: Double = 0.3
    open weak var delegate: ThumbViewDelegate?
    open var steps: [ImageStep] = []

    open func load(_ data: Data, key: String) {
        let whole = ([key] + steps.map { $0.identifier }).joined(separator: "|")
        if let known = ImageCache.shared[whole] { return show(known) }
        guard let source = CGImageSourceCreateWithData(data as CFData, nil),
            let picture = CGImageSourceCreateImageAtIndex(source, 0, nil)
        else {
            delegate?.thumbViewDidFail?(self)
            return
        }
        var image: UIImage? = UIImage(cgImage: picture)
        for step in steps { image = image.flatMap(step.process) }
        guard let result = image else {
            delegate?.thumbViewDidFail?(self)
            return
        }
        ImageCache.shared[whole] = result
        show(result)
    }

    private func show(_ image: UIImage) {
        let fade = CATransition()
        fade.type = .fade
        fade.duration = fadeDuration
        layer.add(fade, forKey: #keyPath(CALayer.contents))
        self.image = image
        delegate?.thumbView?(self, didShow: image)
    }
}
