// Pages that turn like those of a book.
// Licensed under the MIT license; see LICENSE.

import UIKit

@objc public protocol TurnControllerDelegate: NSObjectProtocol {
    @objc optional func turnController(_ controller: TurnController, willTurnTo page: Int)
    @objc optional func turnController(_ controller: TurnController, didTurnTo page: Int)
}

@objc public protocol TurnControllerDataSource: NSObjectProtocol {
    @objc func numberOfPages(in controller: TurnController) -> Int
    @objc func turnController(_ controller: TurnController, viewForPage page: Int) -> UIView
    @objc optional func turnController(_ controller: TurnController, durationTo page: Int) -> TimeInterval
}

public class TurnController: UIViewController {
    @objc public weak var dataSource: TurnControllerDataSource?
    @objc public weak var delegate: TurnControllerDelegate?
    @objc public private(set) dynamic var page = 0
    fileprivate var current: UIView?
    fileprivate var animator: UIViewPropertyAnimator?
    fileprivate let shadow = CAGradientLayer()

    public override func viewDidLoad() {
        super.viewDidLoad()
        var perspective = CATransform3DIdentity
        perspective.m34 = -1 / 600
        view.layer.sublayerTransform = perspective
        show(0)
        let next = UISwipeGestureRecognizer(target: self, action: #selector(turnNext))
        next.direction = .left
        let back = UISwipeGestureRecognizer(target: self, action: #selector(TurnController.turnBack(_:)))
        back.direction = .right
        [next, back].forEach(view.addGestureRecognizer)
        let pan = UIScreenEdgePanGestureRecognizer(target: self, action: #selector(edge))
        pan.edges = .right
        pan.require(toFail: next)
        view.addGestureRecognizer(pan)
    }

    private func show(_ page: Int) {
        guard let new = dataSource?.turnController(self, viewForPage: page) else { return }
        current?.removeFromSuperview()
        new.frame = view.bounds
        view.addSubview(new)
        current = new
        self.page = page
    }

    @objc func turnNext() { turn(by: 1) }
    @objc func turnBack(_ recognizer: UISwipeGestureRecognizer) { turn(by: -1) }

    @objc private func edge(_ pan: UIScreenEdgePanGestureRecognizer) {
        let part = -pan.translation(in: view).x / max(view.bounds.width, 1)
        switch pan.state {
        case .changed: animator?.fractionComplete = min(max(part, 0), 1)
        case .ended: animator?.continueAnimation(withTimingParameters: nil, durationFactor: 0)
        default: break
        }
    }

    private func turn(by step: Int) {
        let target = page + step
        guard let source = dataSource, let old = current, animator == nil,
            (0 ..< source.numberOfPages(in: self)).contains(target)
        else { return }
        delegate?.turnController?(self, willTurnTo: target)
        let new = source.turnController(self, viewForPage: target)
        new.frame = view.bounds
        view.insertSubview(new, belowSubview: old)
        old.layer.allowsEdgeAntialiasing = true
        hinge(old, x: step > 0 ? 0 : 1)
        addShadow(to: new)
        let duration = source.turnController?(self, durationTo: target) ?? 0.6
        let animator = UIViewPropertyAnimator(duration: duration, curve: .easeInOut) {
            old.layer.transform = CATransform3DMakeRotation(CGFloat(step) * -.pi / 2, 0, 1, 0)
        }
        animator.addCompletion { [unowned self] _ in
            self.finish(old, new, target)
        }
        animator.startAnimation()
        self.animator = animator
    }

    private func finish(_ old: UIView, _ new: UIView, _ target: Int) {
        old.removeFromSuperview()
        old.layer.transform = CATransform3DIdentity
        hinge(old, x: 0.5)
        shadow.removeFromSuperlayer()
        current = new
        page = target
        animator = nil
        delegate?.turnController?(self, didTurnTo: target)
    }

    private func hinge(_ page: UIView, x: CGFloat) {
        page.layer.anchorPoint = CGPoint(x: x, y: 0.5)
        page.center = CGPoint(x: view.bounds.width * x, y: view.bounds.midY)
    }
}

extension TurnController {
    public override var canBecomeFirstResponder: Bool { return true }

    public override func viewDidLayoutSubviews() {
        super.viewDidLayoutSubviews()
        shadow.frame = view.bounds
        if animator == nil { current?.frame = view.bounds }
    }

    fileprivate func addShadow(to page: UIView) {
        shadow.colors = [UIColor(white: 0, alpha: 0.5).cgColor, UIColor.clear.cgColor]
        shadow.startPoint = CGPoint(x: 0, y: 0.5)
        shadow.endPoint = CGPoint(x: 1, y: 0.5)
        let fade = CABasicAnimation(keyPath: #keyPath(CALayer.opacity))
        fade.fromValue = 1
        fade.toValue = 0
        fade.duration = 0.6
        shadow.opacity = 0
        shadow.add(fade, forKey: nil)
        page.layer.addSublayer(shadow)
    }
}
