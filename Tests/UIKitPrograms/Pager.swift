// Pages side by side with a page control.
// Licensed under the MIT license; see LICENSE.

import UIKit

final class PagerViewController: UIViewController, UIScrollViewDelegate {
  struct Page {
    let title: String
    let color: UIColor
  }

  let scrollView = UIScrollView()
  let pageControl = UIPageControl()
  private var pageViews: [UIView] = []
  private let pages = [
    Page(title: "Sunrise", color: .systemOrange),
    Page(title: "Noon", color: .systemBlue),
    Page(title: "Evening", color: .systemPurple),
  ]

  override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .systemBackground

    scrollView.isPagingEnabled = true
    scrollView.showsHorizontalScrollIndicator = false
    scrollView.delegate = self
    view.addSubview(scrollView)

    for page in pages {
      let label = UILabel()
      label.text = page.title
      label.font = UIFont.preferredFont(forTextStyle: .largeTitle)
      label.adjustsFontForContentSizeCategory = true
      label.textColor = .white
      label.textAlignment = .center
      label.backgroundColor = page.color
      scrollView.addSubview(label)
      pageViews.append(label)
    }

    pageControl.numberOfPages = pages.count
    pageControl.currentPage = 0
    pageControl.pageIndicatorTintColor = .systemGray4
    pageControl.currentPageIndicatorTintColor = .label
    pageControl.addAction(
      UIAction { [weak self] _ in self?.pageControlChanged() },
      for: .valueChanged
    )
    view.addSubview(pageControl)
  }

  override func viewDidLayoutSubviews() {
    super.viewDidLayoutSubviews()
    let (bottom, top) = view.bounds.inset(by: view.safeAreaInsets)
      .divided(atDistance: 40, from: .maxYEdge)
    pageControl.frame = bottom
    scrollView.frame = top
    for (index, page) in pageViews.enumerated() {
      page.frame = scrollView.bounds
      page.frame.origin.x = CGFloat(index) * scrollView.bounds.width
    }
    scrollView.contentSize = CGSize(
      width: scrollView.bounds.width * CGFloat(pages.count),
      height: scrollView.bounds.height
    )
  }

  private func pageControlChanged() {
    let offset = CGPoint(x: CGFloat(pageControl.currentPage) * scrollView.bounds.width, y: 0)
    scrollView.setContentOffset(offset, animated: true)
  }

  // MARK: UIScrollViewDelegate

  func scrollViewDidScroll(_ scrollView: UIScrollView) {
    guard scrollView.isTracking || scrollView.isDecelerating else { return }
    let page = (scrollView.contentOffset.x / scrollView.bounds.width).rounded()
    pageControl.currentPage = Int(page)
  }
}
