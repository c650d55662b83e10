// A collection of 10,000 colours.
// Licensed under the MIT license; see LICENSE.

import UIKit

class SwatchCell: UICollectionViewCell {
  static let reuseIdentifier = "SwatchCell"
  static var made = 0
  let label = UILabel()

  override init(frame: CGRect) {
    super.init(frame: frame)
    Self.made += 1
    contentView.layer.cornerRadius = 8
    contentView.clipsToBounds = true
    label.font = UIFont.systemFont(ofSize: 11, weight: .semibold)
    label.textColor = .white
    label.textAlignment = .center
    label.frame = contentView.bounds
    label.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    contentView.addSubview(label)
  }

  required init?(coder: NSCoder) {
    fatalError("init(coder:) has not been implemented")
  }

  override var isSelected: Bool {
    didSet {
      contentView.layer.borderColor = UIColor.label.cgColor
      contentView.layer.borderWidth = isSelected ? 3 : 0
    }
  }

  override var isHighlighted: Bool {
    didSet {
      UIView.animate(withDuration: 0.15) {
        self.transform = self.isHighlighted ? CGAffineTransform(scaleX: 0.9, y: 0.9) : .identity
      }
    }
  }

  override func prepareForReuse() {
    super.prepareForReuse()
    label.text = nil
  }

  func configure(with index: Int, of count: Int) {
    label.text = "\(index)"
    contentView.backgroundColor = UIColor(
      hue: CGFloat(index * 7 % 100) / 100,
      saturation: 0.7,
      brightness: 0.8,
      alpha: 1
    )
  }
}

class SwatchesViewController: UICollectionViewController, UICollectionViewDelegateFlowLayout {
  let count = 10_000
  private(set) var picked: [Int] = []

  init() {
    let layout = UICollectionViewFlowLayout()
    layout.minimumInteritemSpacing = 8
    layout.minimumLineSpacing = 8
    layout.sectionInset = UIEdgeInsets(top: 8, left: 8, bottom: 8, right: 8)
    super.init(collectionViewLayout: layout)
  }

  required init?(coder: NSCoder) {
    fatalError("init(coder:) has not been implemented")
  }

  override func viewDidLoad() {
    super.viewDidLoad()
    collectionView.backgroundColor = .systemBackground
    collectionView.allowsMultipleSelection = true
    collectionView.register(
      SwatchCell.self,
      forCellWithReuseIdentifier: SwatchCell.reuseIdentifier
    )
  }

  override func numberOfSections(in collectionView: UICollectionView) -> Int {
    1
  }

  override func collectionView(
    _ collectionView: UICollectionView,
    numberOfItemsInSection section: Int
  ) -> Int {
    count
  }

  override func collectionView(
    _ collectionView: UICollectionView,
    cellForItemAt indexPath: IndexPath
  ) -> UICollectionViewCell {
    let cell = collectionView.dequeueReusableCell(
      withReuseIdentifier: SwatchCell.reuseIdentifier,
      for: indexPath
    )
    (cell as? SwatchCell)?.configure(with: indexPath.item, of: count)
    return cell
  }

  override func collectionView(
    _ collectionView: UICollectionView,
    didSelectItemAt indexPath: IndexPath
  ) {
    picked.append(indexPath.item)
  }

  override func collectionView(
    _ collectionView: UICollectionView,
    didDeselectItemAt indexPath: IndexPath
  ) {
    picked.removeAll { $0 == indexPath.item }
  }

  func collectionView(
    _ collectionView: UICollectionView,
    layout collectionViewLayout: UICollectionViewLayout,
    sizeForItemAt indexPath: IndexPath
  ) -> CGSize {
    let width = (collectionView.bounds.width - 16 - 3 * 8) / 4
    return CGSize(width: width, height: width)
  }

  func jump(to item: Int) {
    collectionView.scrollToItem(
      at: IndexPath(item: item, section: 0),
      at: .centeredVertically,
      animated: false
    )
  }
}
