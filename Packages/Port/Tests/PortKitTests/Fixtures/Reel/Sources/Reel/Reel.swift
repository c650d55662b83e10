// A film of views.
// Licensed under the MIT license; see LICENSE.

import UIKit

@objc
public protocol ReelDelegate: AnyObject {
    /// The film was moved to a time.
    @objc optional func reel(_ reel: Reel, didMoveTo time: CGFloat)
    @objc optional func reelDidEnd(_ reel: Reel)
    @objc optional func reelShouldRepeat(_ reel: Reel) -> Bool
}

public class Reel: NSObject {
    public weak var delegate: ReelDelegate?
    public private(set) var time: CGFloat = 0
    public private(set) var duration: CGFloat = 0
    fileprivate var tracks: [(CGFloat) -> Void] = []
    private var link: CADisplayLink?
    private var startedAt: CFTimeInterval?

    public override init() { super.init() }

    deinit { link?.invalidate() }

    public func play() {
        guard link == nil else { return }
        let link = CADisplayLink(target: self, selector: #selector(Reel.tick(_:)))
        link.add(to: .main, forMode: .common)
        self.link = link
        startedAt = nil
    }

    public func stop() {
        link?.invalidate()
        link = nil
    }

    public func move(to time: CGFloat) {
        self.time = time
        for track in tracks { track(time) }
        delegate?.reel?(self, didMoveTo: time)
    }

    @objc fileprivate func tick(_ link: CADisplayLink) {
        let start = startedAt ?? link.timestamp
        startedAt = start
        move(to: CGFloat(link.timestamp - start))
        guard time >= duration else { return }
        if delegate?.reelShouldRepeat?(self) == true {
            startedAt = link.timestamp
        } else {
            stop()
            delegate?.reelDidEnd?(self)
        }
    }

    func extend(to time: CGFloat) { duration = max(duration, time) }
}

/// A point of the film at which a view has values.
public final class Cue {
    private let animator: ViewAnimator
    private let time: CGFloat

    fileprivate init(_ animator: ViewAnimator, _ time: CGFloat) {
        self.animator = animator
        self.time = time
    }

    @discardableResult
    public func alpha(_ value: CGFloat, ease: Ease = .linear) -> Cue {
        animator.alpha.add(value, at: time, ease)
        return self
    }

    @discardableResult
    public func center(_ value: CGPoint, ease: Ease = .linear) -> Cue {
        animator.center.add(value, at: time, ease)
        return self
    }

    @discardableResult
    public func transform(_ value: CGAffineTransform, ease: Ease = .linear) -> Cue {
        animator.transform.add(value, at: time, ease)
        return self
    }

    public func at(_ time: CGFloat) -> Cue { animator.at(time) }
}

fileprivate final class ViewAnimator {
    var alpha = Filmstrip<CGFloat>()
    var center = Filmstrip<CGPoint>()
    var transform = Filmstrip<CGAffineTransform>()
    weak var view: UIView?
    weak var reel: Reel?

    init(_ view: UIView, _ reel: Reel) {
        self.view = view
        self.reel = reel
        reel.tracks.append { [self] in apply($0) }
    }

    func at(_ time: CGFloat) -> Cue {
        reel?.extend(to: time)
        return Cue(self, time)
    }

    func apply(_ time: CGFloat) {
        guard let view = view else { return }
        if let alpha = alpha[time] { view.alpha = alpha }
        if let transform = transform[time] { view.transform = transform }
        if let center = center[time] { view.center = center }
    }
}

extension Reel {
    public func animate(_ view: UIView) -> Cue { ViewAnimator(view, self).at(0) }
}
