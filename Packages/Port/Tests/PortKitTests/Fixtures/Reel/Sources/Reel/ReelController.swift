// A controller whose scroll view is the clock of a film.
// Licensed under the MIT license; see LICENSE.

import UIKit

open class ReelController: UIViewController {
    public let reel = Reel()
    public let scrollView = UIScrollView()
    open var numberOfPages: Int { return 3 }

    open override func viewDidLoad() {
        super.viewDidLoad()
        scrollView.isPagingEnabled = true
        scrollView.showsHorizontalScrollIndicator = false
        scrollView.delegate = self
        view.addSubview(scrollView)
        let button = UIButton(type: .custom)
        button.setTitle("Next", for: .normal)
        button.setTitleColor(.systemBlue, for: .normal)
        button.addTarget(self, action: #selector(self.next(sender:event:)), for: .touchUpInside)
        button.frame = CGRect(x: 20, y: 20, width: 80, height: 44)
        view.addSubview(button)
        reel.delegate = self
    }

    @objc
    func next(sender: UIButton, event: UIEvent) {
        let page = (scrollView.contentOffset.x / scrollView.bounds.width).rounded(.down) + 1
        scrollView.setContentOffset(CGPoint(x: page * scrollView.bounds.width, y: 0), animated: true)
    }

    open func pageTime(_ page: Int) -> CGFloat { return CGFloat(page) }
}

extension ReelController: UIScrollViewDelegate {
    open override func viewDidLayoutSubviews() {
        super.viewDidLayoutSubviews()
        scrollView.frame = view.bounds
        scrollView.contentSize = CGSize(width: view.bounds.width * CGFloat(numberOfPages), height: view.bounds.height)
    }

    @available(iOS 13.0, *)
    open override var canBecomeFirstResponder: Bool { return true }

    open func scrollViewDidScroll(_ scrollView: UIScrollView) {
        guard scrollView.bounds.width > 0 else { return }
        reel.move(to: scrollView.contentOffset.x / scrollView.bounds.width)
    }

    /// The film starts over.
    @objc open func rewind() {
        scrollView.setContentOffset(.zero, animated: false)
        reel.move(to: 0)
    }
}

extension ReelController: ReelDelegate {
    public func reel(_ reel: Reel, didMoveTo time: CGFloat) {
        title = "\(Int(time * 100))"
    }
}

/// Pages that go back to the start by themselves.
final class LoopingController: ReelController {
    override func rewind() {
        super.rewind()
        reel.play()
    }

    func reelShouldRepeat(_ reel: Reel) -> Bool { return true }
}
