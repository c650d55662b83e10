// A badge as JSON describes it, and where it comes from.
// Licensed under the MIT license; see LICENSE.

import Foundation
import UIKit
#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

public final class BadgeView: UIView {
    public let dial = DialLayer()
    private var timer: CADisplayLink?
    public private(set) var ticks = 0

    public override init(frame: CGRect) {
        super.init(frame: frame)
        dial.frame = bounds
        dial.contentsScale = 2
        layer.addSublayer(dial)
    }

    required init?(coder: NSCoder) { fatalError("badges are made in code") }

    /// Takes what a server said; numbers that are missing leave the dial alone.
    public func show(_ json: Data) {
        guard let badge = (try? JSONSerialization.jsonObject(with: json)) as? [String: Any] else { return }
        if let angle = badge["angle"] as? CGFloat { dial.turn(to: angle, duration: 1) }
        if let stops = badge["stops"] as? [CGFloat] { _ = dial.fade(stops) }
        note = badge["name"] as? NSString as String?
        if badge["blinks"] as? Bool == true { dial.blink() }
    }

    public func load(_ url: URL, _ end: @escaping (Int?) -> Void) {
        let request = URLRequest(url: url)
        URLSession.shared.dataTask(with: request) { _, answer, _ in
            end((answer as? HTTPURLResponse)?.statusCode)
        }.resume()
    }

    public func start() {
        timer = CADisplayLink(target: self, selector: #selector(tick))
        timer?.add(to: .main, forMode: .common)
    }

    @objc private func tick() { ticks += 1 }

    deinit { timer?.invalidate() }
}

private var noteKey = 0

extension UIView {
    /// A word that a view carries.
    public var note: String? {
        get { objc_getAssociatedObject(self, &noteKey) as? String }
        set { objc_setAssociatedObject(self, &noteKey, newValue, .OBJC_ASSOCIATION_COPY_NONATOMIC) }
    }
}

/// The bytes of a file, by the system's own call.
public func length(ofFile path: String) -> Int? {
    var file = stat()
    return stat(path, &file) == 0 ? Int(file.st_size) : nil
}
