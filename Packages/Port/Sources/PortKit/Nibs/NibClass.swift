// The elements of Interface Builder, the classes they stand for, and their properties.
// Licensed under the MIT license; see LICENSE.
//
// Each line of the tables is `attribute property kind`, or `attribute kind` where both names are
// one. Kinds of values: bool, int, number, text (in the program's language), string (as it is),
// image, and lists of cases `a|b|c`, where `a=b` has another name in Swift.

/// An element of a nib.
struct NibClass {
  /// The class of UIKit's.
  let name: String
  /// The element whose properties it has, too.
  let base: String?
  let properties: [NibProperty]

  /// The class that an element stands for; nil if it is unknown.
  static func of(_ element: String) -> NibClass? { all[element] }

  /// Returns the property that an attribute sets; nil if the attribute is unknown.
  static func property(_ attribute: String, of element: String) -> NibProperty? {
    var next: String? = element
    while let name = next, let type = all[name] {
      if let found = type.properties.first(where: { $0.attribute == attribute }) { return found }
      next = type.base
    }
    return nil
  }

  /// Whether an element is a view.
  static func isView(_ element: String) -> Bool { isKind(element, of: "view") }

  /// Whether an element is a controller.
  static func isController(_ element: String) -> Bool { isKind(element, of: "viewController") }

  /// Whether an element is another one, or a kind of it.
  static func isKind(_ element: String, of other: String) -> Bool {
    var next: String? = element
    while let name = next {
      if name == other { return true }
      next = all[name]?.base
    }
    return false
  }

  /// Whether a class of UIKit's is among those of elements.
  static func isName(_ name: String) -> Bool { names.contains(name) }

  private static let names = Set(all.values.map(\.name))

  private static let all: [String: NibClass] = {
    var all: [String: NibClass] = [:]
    let tables = [views, texts, controls, lists, bars, controllers, others]
    for row in tables.joined() {
      let words = row.head.split(separator: " ").map(String.init)
      all[words[0]] = NibClass(
        name: words[1],
        base: words.count > 2 ? words[2] : nil,
        properties: row.lines.split(separator: "\n").map { NibProperty(String($0)) }
      )
    }
    return all
  }()

  private typealias Row = (head: String, lines: String)

  private static let views: [Row] = [
    (
      "view UIView",
      """
      contentMode \(modes)
      opaque isOpaque bool
      tag int
      alpha number
      hidden isHidden bool
      clipsSubviews clipsToBounds bool
      clearsContextBeforeDrawing bool
      userInteractionEnabled isUserInteractionEnabled bool
      multipleTouchEnabled isMultipleTouchEnabled bool
      exclusiveTouch isExclusiveTouch bool
      translatesAutoresizingMaskIntoConstraints bool
      semanticContentAttribute unspecified|playback|spatial|forceLeftToRight|forceRightToLeft
      preservesSuperviewLayoutMargins bool
      insetsLayoutMarginsFromSafeArea bool
      autoresizesSubviews bool
      restorationIdentifier string
      """
    ),
    ("containerView UIView view", ""),
    ("tableViewCellContentView UIView view", ""),
    ("collectionViewCellContentView UIView view", ""),
    ("window UIWindow view", ""),
    (
      "imageView UIImageView view",
      """
      image image
      highlightedImage image
      highlighted isHighlighted bool
      """
    ),
    (
      "stackView UIStackView view",
      """
      axis horizontal|vertical
      distribution fill|fillEqually|fillProportionally|equalSpacing|equalCentering
      alignment fill|leading|firstBaseline|center|trailing|lastBaseline|top|bottom
      spacing number
      baselineRelativeArrangement isBaselineRelativeArrangement bool
      layoutMarginsRelativeArrangement isLayoutMarginsRelativeArrangement bool
      """
    ),
    (
      "scrollView UIScrollView view",
      """
      pagingEnabled isPagingEnabled bool
      scrollEnabled isScrollEnabled bool
      bounces bool
      alwaysBounceVertical bool
      alwaysBounceHorizontal bool
      showsHorizontalScrollIndicator bool
      showsVerticalScrollIndicator bool
      directionalLockEnabled isDirectionalLockEnabled bool
      delaysContentTouches bool
      canCancelContentTouches bool
      minimumZoomScale number
      maximumZoomScale number
      bouncesZoom bool
      scrollsToTop bool
      keyboardDismissMode none|onDrag|interactive
      indicatorStyle default|black|white
      contentInsetAdjustmentBehavior automatic|scrollableAxes|never|always
      """
    ),
    ("visualEffectView UIVisualEffectView view", ""),
    (
      "activityIndicatorView UIActivityIndicatorView view",
      """
      hidesWhenStopped bool
      style medium|large|white=medium|whiteLarge=large|gray=medium
      """
    ),
    (
      "progressView UIProgressView view",
      "progress number\nprogressViewStyle default|bar"
    ),
    ("pickerView UIPickerView view", ""),
  ]

  private static let modes =
    "scaleToFill|scaleAspectFit|scaleAspectFill|redraw|center|top|bottom|left|right|topLeft"
    + "|topRight|bottomLeft|bottomRight"
  private static let alignments = "natural|left|center|right|justified"
  private static let breaks =
    "wordWrap=byWordWrapping|characterWrap=byCharWrapping|clip=byClipping"
    + "|headTruncation=byTruncatingHead|tailTruncation=byTruncatingTail"
    + "|middleTruncation=byTruncatingMiddle"

  private static let texts: [Row] = [
    (
      "label UILabel view",
      """
      text text
      textAlignment \(alignments)
      lineBreakMode \(breaks)
      numberOfLines int
      enabled isEnabled bool
      highlighted isHighlighted bool
      adjustsFontSizeToFit adjustsFontSizeToFitWidth bool
      adjustsFontSizeToFitWidth bool
      minimumScaleFactor number
      adjustsLetterSpacingToFitWidth ignored
      adjustsFontForContentSizeCategory bool
      preferredMaxLayoutWidth number
      baselineAdjustment alignBaselines|alignCenters|none
      """
    ),
    (
      "textField UITextField control",
      """
      text text
      placeholder text
      textAlignment \(alignments)
      borderStyle none|line|bezel|roundedRect
      clearButtonMode never|whileEditing|unlessEditing|always
      clearsOnBeginEditing bool
      adjustsFontSizeToFitWidth adjustsFontSizeToFitWidth bool
      adjustsFontSizeToFit adjustsFontSizeToFitWidth bool
      minimumFontSize number
      adjustsFontForContentSizeCategory bool
      """
    ),
    (
      "textView UITextView scrollView",
      """
      text text
      textAlignment \(alignments)
      editable isEditable bool
      selectable isSelectable bool
      adjustsFontForContentSizeCategory bool
      """
    ),
    (
      "textInputTraits UITextInputTraits",
      """
      autocapitalizationType none|words|sentences|allCharacters
      autocorrectionType default|no|yes
      spellCheckingType default|no|yes
      keyboardType default|asciiCapable=asciiCapable|alphabet=asciiCapable|numbersAndPunctuation|URL|numberPad|phonePad|namePhonePad|emailAddress|decimalPad|twitter|webSearch
      keyboardAppearance default|light|dark|alert=dark
      returnKeyType default|go|google|join|next|route|search|send|yahoo|done|emergencyCall|continue
      enablesReturnKeyAutomatically bool
      secureTextEntry isSecureTextEntry bool
      """
    ),
  ]

  private static let controls: [Row] = [
    (
      "control UIControl view",
      """
      enabled isEnabled bool
      selected isSelected bool
      highlighted isHighlighted bool
      contentHorizontalAlignment left|center|right|fill|leading|trailing
      contentVerticalAlignment top|center|bottom|fill
      """
    ),
    (
      "button UIButton control",
      """
      buttonType init
      lineBreakMode titleLabel?.lineBreakMode \(breaks)
      showsTouchWhenHighlighted ignored
      adjustsImageWhenHighlighted ignored
      adjustsImageWhenDisabled ignored
      reversesTitleShadowWhenHighlighted ignored
      springLoaded ignored
      pointerInteraction ignored
      changesSelectionAsPrimaryAction bool
      showsMenuAsPrimaryAction bool
      role normal|primary|cancel|destructive
      """
    ),
    (
      "slider UISlider control",
      """
      minValue minimumValue number
      maxValue maximumValue number
      value number
      continuous isContinuous bool
      """
    ),
    ("switch UISwitch control", "on isOn bool"),
    (
      "stepper UIStepper control",
      """
      minimumValue number
      maximumValue number
      stepValue number
      value number
      wraps bool
      autorepeat bool
      continuous isContinuous bool
      """
    ),
    (
      "segmentedControl UISegmentedControl control",
      """
      selectedSegmentIndex later
      momentary isMomentary bool
      apportionsSegmentWidthsByContent bool
      segmentControlStyle ignored
      """
    ),
    (
      "pageControl UIPageControl control",
      """
      numberOfPages int
      currentPage int
      hidesForSinglePage bool
      defersCurrentPageDisplay ignored
      """
    ),
    (
      "datePicker UIDatePicker control",
      """
      datePickerMode time|date|dateAndTime|countDownTimer|countdownTimer=countDownTimer
      style preferredDatePickerStyle automatic|wheels|compact|inline
      minuteInterval int
      useCurrentDate ignored
      countDownDuration ignored
      """
    ),
    ("refreshControl UIRefreshControl control", ""),
  ]

  private static let accessories =
    "none|disclosureIndicator|detailDisclosureButton|checkmark|detailButton"

  private static let lists: [Row] = [
    (
      "tableView UITableView scrollView",
      """
      style init
      dataMode ignored
      separatorStyle none|default=singleLine|singleLine|singleLineEtched=singleLine
      rowHeight number
      estimatedRowHeight number
      sectionHeaderHeight number
      estimatedSectionHeaderHeight number
      sectionFooterHeight number
      estimatedSectionFooterHeight number
      allowsSelection bool
      allowsMultipleSelection bool
      allowsSelectionDuringEditing bool
      allowsMultipleSelectionDuringEditing bool
      """
    ),
    (
      "tableViewCell UITableViewCell view",
      """
      style init
      reuseIdentifier init
      rowHeight ignored
      selectionStyle none|default|blue|gray
      accessoryType \(accessories)
      editingAccessoryType \(accessories)
      indentationLevel int
      indentationWidth number
      shouldIndentWhileEditing ignored
      showsReorderControl bool
      hidesAccessoryWhenEditing ignored
      textLabel ignored
      detailTextLabel ignored
      imageView ignored
      """
    ),
    (
      "tableViewHeaderFooterView UITableViewHeaderFooterView view", "reuseIdentifier init"
    ),
    (
      "collectionView UICollectionView scrollView",
      """
      dataMode ignored
      allowsSelection bool
      allowsMultipleSelection bool
      prefetchingEnabled isPrefetchingEnabled bool
      """
    ),
    ("collectionReusableView UICollectionReusableView view", "reuseIdentifier ignored"),
    ("collectionViewCell UICollectionViewCell collectionReusableView", ""),
    ("collectionViewLayout UICollectionViewLayout", ""),
    (
      "collectionViewFlowLayout UICollectionViewFlowLayout collectionViewLayout",
      """
      minimumLineSpacing number
      minimumInteritemSpacing number
      scrollDirection horizontal|vertical
      automaticEstimatedItemSize later
      """
    ),
  ]

  private static let items = "title text\nimage image\ntag int\nenabled isEnabled bool"

  private static let bars: [Row] = [
    (
      "navigationBar UINavigationBar view",
      """
      translucent isTranslucent bool
      largeTitles prefersLargeTitles bool
      barStyle default|black|blackTranslucent=black|blackOpaque=black
      """
    ),
    (
      "toolbar UIToolbar view",
      "translucent isTranslucent bool\nbarStyle default|black|blackTranslucent=black"
    ),
    (
      "tabBar UITabBar view",
      """
      translucent isTranslucent bool
      barStyle default|black|blackTranslucent=black
      """
    ),
    (
      "searchBar UISearchBar view",
      """
      text text
      placeholder text
      prompt text
      searchBarStyle default|prominent|minimal
      showsCancelButton bool
      showsBookmarkButton bool
      showsScopeBar bool
      translucent isTranslucent bool
      barStyle default|black
      """
    ),
    (
      "navigationItem UINavigationItem",
      """
      title text
      prompt text
      largeTitleDisplayMode automatic|always|never
      hidesBackButton bool
      backButtonTitle text
      leftItemsSupplementBackButton bool
      hidesSearchBarWhenScrolling bool
      """
    ),
    (
      "barButtonItem UIBarButtonItem",
      "\(items)\nsystemItem init\nstyle plain|done|bordered=plain\nwidth number"
    ),
    (
      "tabBarItem UITabBarItem",
      "\(items)\nsystemItem init\nselectedImage image\nbadgeValue text"
    ),
  ]

  private static let presentations =
    "fullScreen|pageSheet|formSheet|currentContext|custom|overFullScreen|overCurrentContext"
    + "|popover|none|automatic"

  private static let controllers: [Row] = [
    (
      "viewController UIViewController",
      """
      storyboardIdentifier ignored
      sceneMemberID ignored
      useStoryboardIdentifierAsRestorationIdentifier ignored
      restorationIdentifier ignored
      storyboardName ignored
      title text
      hidesBottomBarWhenPushed bool
      extendedLayoutIncludesOpaqueBars bool
      automaticallyAdjustsScrollViewInsets bool
      modalTransitionStyle coverVertical|flipHorizontal|crossDissolve|partialCurl
      modalPresentationStyle \(presentations)
      definesPresentationContext bool
      modalInPresentation isModalInPresentation bool
      providesPresentationContextTransitionStyle ignored
      autoresizesArchivedViewToFullSize ignored
      wantsFullScreenLayout ignored
      interfaceStyle overrideUserInterfaceStyle unspecified|light|dark
      """
    ),
    (
      "tableViewController UITableViewController viewController",
      "clearsSelectionOnViewWillAppear bool"
    ),
    (
      "collectionViewController UICollectionViewController viewController",
      "clearsSelectionOnViewWillAppear bool"
    ),
    (
      "navigationController UINavigationController viewController",
      """
      navigationBarHidden isNavigationBarHidden bool
      toolbarHidden isToolbarHidden bool
      automaticallyAdjustsScrollViewInsets ignored
      """
    ),
    ("tabBarController UITabBarController viewController", ""),
    (
      "splitViewController UISplitViewController viewController",
      """
      style init
      allColumns ignored
      preferredDisplayMode automatic|secondaryOnly|oneBesideSecondary|oneOverSecondary|twoBesideSecondary|twoOverSecondary|twoDisplaceSecondary|primaryHidden=secondaryOnly|allVisible=oneBesideSecondary|primaryOverlay=oneOverSecondary
      presentsWithGesture bool
      """
    ),
    (
      "pageViewController UIPageViewController viewController",
      """
      transitionStyle init
      navigationOrientation init
      pageSpacing init
      doubleSided ignored
      spineLocation ignored
      """
    ),
    ("viewControllerPlaceholder UIViewController viewController", ""),
  ]

  private static let others: [Row] = [
    ("customObject NSObject", ""),
    (
      "gestureRecognizer UIGestureRecognizer",
      "enabled isEnabled bool\ncancelsTouchesInView bool\ndelaysTouchesBegan bool\ndelaysTouchesEnded bool"
    ),
    (
      "tapGestureRecognizer UITapGestureRecognizer gestureRecognizer",
      "numberOfTapsRequired int\nnumberOfTouchesRequired int"
    ),
    (
      "pongPressGestureRecognizer UILongPressGestureRecognizer gestureRecognizer",
      """
      minimumPressDuration number
      numberOfTapsRequired int
      numberOfTouchesRequired int
      allowableMovement number
      """
    ),
    (
      "longPressGestureRecognizer UILongPressGestureRecognizer pongPressGestureRecognizer", ""
    ),
    (
      "swipeGestureRecognizer UISwipeGestureRecognizer gestureRecognizer",
      "direction right|left|up|down\nnumberOfTouchesRequired int"
    ),
    (
      "panGestureRecognizer UIPanGestureRecognizer gestureRecognizer",
      "minimumNumberOfTouches int\nmaximumNumberOfTouches int"
    ),
    (
      "screenEdgePanGestureRecognizer UIScreenEdgePanGestureRecognizer panGestureRecognizer",
      ""
    ),
    ("pinchGestureRecognizer UIPinchGestureRecognizer gestureRecognizer", ""),
    ("rotationGestureRecognizer UIRotationGestureRecognizer gestureRecognizer", ""),
  ]
}

/// An attribute of an element, and the property that it sets.
struct NibProperty {
  enum Kind {
    case bool, int, number, text, string, image
    /// Cases with their names in Swift.
    case cases([String: String])
    /// The initialiser, or another place, reads it.
    case elsewhere
  }

  let attribute: String
  let property: String
  let kind: Kind

  fileprivate init(_ line: String) {
    let words = line.split(separator: " ").map(String.init)
    attribute = words[0]
    property = words.count > 2 ? words[1] : words[0]
    let kind = words[words.count - 1]
    switch kind {
    case "bool": self.kind = .bool
    case "int": self.kind = .int
    case "number": self.kind = .number
    case "text": self.kind = .text
    case "string": self.kind = .string
    case "image": self.kind = .image
    case "init", "ignored", "later": self.kind = .elsewhere
    default:
      var cases: [String: String] = [:]
      for entry in kind.split(separator: "|") {
        let names = entry.split(separator: "=").map(String.init)
        cases[names[0]] = names[names.count - 1]
      }
      self.kind = .cases(cases)
    }
  }
}
