// Where Apple's modules are on Linux.
// Licensed under the MIT license; see LICENSE.

/// The place of a module of Apple's on Linux.
enum AppleModule {
  /// A product of these libraries with the same name.
  case product
  /// A module of Swift's with the same name.
  case ofSwift
  /// A module with another name.
  case renamed(String)
  /// Nothing.
  ///
  /// The names are those that a file uses if it uses the module and the modules that it brings
  /// along; nil where they are not told from those of others.
  case absent(ModuleNames?)
}

/// The names by which a file shows that it uses a module.
///
/// They are words with spaces between: `MK*` for names that begin so and go on with a capital,
/// `*Request` for names that end so, all others for themselves. The `k` of constants before a
/// beginning is passed over.
struct ModuleNames: ExpressibleByStringLiteral {
  private var starts: [String] = []
  private var ends: [String] = []
  private var wholes: Set<String> = []

  init(stringLiteral text: String) {
    for word in text.split(separator: " ").map(String.init) {
      if word.hasSuffix("*") {
        starts.append(String(word.dropLast()))
      } else if word.hasPrefix("*") {
        ends.append(String(word.dropFirst()))
      } else {
        wholes.insert(word)
      }
    }
  }

  /// Whether a name is one of them.
  func contains(_ name: String) -> Bool {
    if wholes.contains(name) || ends.contains(where: { name.hasSuffix($0) }) { return true }
    let second = name.dropFirst().first
    let rest = name.hasPrefix("k") && second?.isUppercase == true ? name.dropFirst() : name[...]
    return starts.contains {
      rest.hasPrefix($0) && rest.dropFirst($0.count).first?.isUppercase == true
    }
  }
}

/// The modules of Apple's that are known.
enum AppleModules {
  /// Whether a module of Apple's is not here.
  static func isAbsent(_ module: String) -> Bool {
    if case .absent = table[module] { true } else { false }
  }

  /// Whether a module is here, under its own or another name.
  static func isHere(_ module: String) -> Bool { table[module] != nil && !isAbsent(module) }

  /// Returns the name that a module has here; its own if it is not known.
  static func name(of module: String) -> String {
    if case .renamed(let name) = table[module] { name } else { module }
  }

  /// The names of a module that is not here; nil if it is here, or if they are not known.
  static func names(ofAbsent module: String) -> ModuleNames? {
    if case .absent(let names) = table[module] { names } else { nil }
  }

  /// The modules that are products of these libraries, or of the package that stands for Combine.
  static let products: Set<String> = {
    var products: Set = [OpenCombine.module]
    for (module, place) in table {
      if case .product = place { products.insert(module) }
    }
    return products
  }()

  private static let table: [String: AppleModule] = [
    // Here.
    "UIKit": .product, "AppKit": .product, "QuartzCore": .product, "CoreGraphics": .product,
    "CoreImage": .product, "CoreText": .product, "ImageIO": .product, "OpenGLES": .product,
    "GLKit": .product, "AVFoundation": .product, "CoreMedia": .product, "CoreVideo": .product,
    "OSLog": .product, "simd": .product, "UserNotifications": .product, "SafariServices": .product,
    "QuartzFoundation": .product, "AVKit": .product, "CoreLocation": .product,
    "MessageUI": .product, "LocalAuthentication": .product, "UIKitTesting": .product,
    "Foundation": .ofSwift, "Dispatch": .ofSwift,
    // Here under another name.
    "Darwin": .renamed("Foundation"), "CoreFoundation": .renamed("Foundation"),
    "ObjectiveC": .renamed("UIKit"), "UniformTypeIdentifiers": .renamed("UIKit"),
    "MobileCoreServices": .renamed("UIKit"), "CoreServices": .renamed("UIKit"),
    "Cocoa": .renamed("AppKit"), "os": .renamed("OSLog"),
    "Combine": .renamed(OpenCombine.module), "SnapshotTesting": .renamed("UIKitTesting"),
    // Not here, with names that others may have, too.
    "SwiftData": .absent(nil), "CoreData": .absent(nil),
    "WidgetKit": .absent(nil), "AppIntents": .absent(nil), "TipKit": .absent(nil),
    "RealityKit": .absent(nil), "Accelerate": .absent(nil), "CryptoKit": .absent(nil),
    "CommonCrypto": .absent(nil), "Security": .absent(nil), "CFNetwork": .absent(nil),
    "IOKit": .absent(nil), "Carbon": .absent(nil), "DeveloperToolsSupport": .absent(nil),
    // Not here: the other way to make screens, which brings Combine along.
    "SwiftUI": .absent(screens),
    // Not here: pictures, films and sound.
    "ARKit": .absent("AR* SCN* SK*"), "AudioToolbox": .absent(audio), "AudioUnit": .absent(audio),
    "CoreAudio": .absent(audio), "CoreMIDI": .absent("MIDI*"),
    "GameController": .absent("GC*"), "GameKit": .absent("GK*"),
    "GameplayKit": .absent("GK* SK* SCN*"), "MediaPlayer": .absent("MP*"),
    "Metal": .absent("MTL*"), "MetalFX": .absent("MTLFX* MTL*"),
    "MetalKit": .absent("MTK* MTL* MDL*"), "MetalPerformanceShaders": .absent("MPS* MTL*"),
    "ModelIO": .absent("MDL*"), "PencilKit": .absent("PK*"), "Photos": .absent("PH*"),
    "PhotosUI": .absent("PH* Photos* LivePhotoView"), "ReplayKit": .absent("RP*"),
    "SceneKit": .absent("SCN* MDL* SceneView scnVector3Value scnVector4Value scnMatrix4Value"),
    "ShazamKit": .absent("SH*"), "SpriteKit": .absent("SK* SpriteView"),
    "VideoToolbox": .absent("VT*"),
    // Not here: what understands pictures, speech and texts.
    "CoreML": .absent("ML*"), "NaturalLanguage": .absent("NL*"), "SoundAnalysis": .absent("SN*"),
    "Speech": .absent("SF* Speech*"),
    "Vision": .absent("VN* *Request *Observation *RequestHandler Normalized*"),
    "VisionKit": .absent("VN* DataScanner* ImageAnalyzer ImageAnalysis ImageAnalysis*"),
    // Not here: places, people, appointments, messages, payments, documents.
    "Contacts": .absent("CN*"), "ContactsUI": .absent("CN* ContactAccess*"),
    "CoreLocationUI": .absent("CLLocationButton* LocationButton"),
    "EventKit": .absent("EK*"), "EventKitUI": .absent("EK*"), "FileProvider": .absent(files),
    "FileProviderUI": .absent(files), "LinkPresentation": .absent("LP*"),
    "MapKit": .absent("MK* Map Map* Marker mapItem mkCoordinate mkCoordinateValue"),
    "Messages": .absent("MS*"),
    "PassKit": .absent("PK* CN* PayWithApplePayButton AddPassToWalletButton"),
    "PDFKit": .absent("PDF*"), "QuickLook": .absent("QL* quickLookPreview"),
    "QuickLookThumbnailing": .absent("QL*"), "Social": .absent("SL*"),
    "StoreKit": .absent(
      """
      SK* Product Product* Transaction AppTransaction AppStore Storefront StoreView ProductView \
      SubscriptionStoreView SubscriptionStore* SubscriptionOffer* Subscription* RenewalInfo \
      VerificationResult StoreKitError PurchaseIntent PurchaseAction Message External* \
      requestReview purchase currentEntitlementTask subscriptionStatusTask manageSubscriptionsSheet \
      refundRequestSheet offerCodeRedemption storeProductTask storeProductsTask
      """
    ),
    // Not here: services of the system and of clouds.
    "Accounts": .absent("AC*"), "AdSupport": .absent("AS*"),
    "AppTrackingTransparency": .absent("AT*"),
    "AuthenticationServices": .absent(
      "AS* WebAuthenticationSession AuthorizationController SignInWithAppleButton *PasskeyAction"
    ),
    "BackgroundTasks": .absent("BG*"), "CallKit": .absent("CX*"), "CarPlay": .absent("CP*"),
    "ClassKit": .absent("CLS*"), "CloudKit": .absent("CK*"), "CoreBluetooth": .absent("CB*"),
    "CoreHaptics": .absent("CH*"), "CoreMotion": .absent("CM*"),
    "CoreNFC": .absent("NFC* NDEF*"), "CoreSpotlight": .absent("CS* contentAttributeSet"),
    "CoreTelephony": .absent("CT*"), "DeviceCheck": .absent("DC*"),
    "ExternalAccessory": .absent("EA*"), "HealthKit": .absent("HK*"), "HomeKit": .absent("HM*"),
    "IdentityLookup": .absent("IL*"), "Intents": .absent(intents),
    "IntentsUI": .absent(intents), "JavaScriptCore": .absent("JS*"),
    "MultipeerConnectivity": .absent("MC*"),
    "NearbyInteraction": .absent("NI*"),
    "Network": .absent("NW* NetworkConnection NetworkListener NetworkBrowser IPv4* IPv6*"),
    "NetworkExtension": .absent("NE* NW*"),
    "NotificationCenter": .absent(
      """
      NC* widgetPerformUpdate widgetMarginInsets widgetActiveDisplayModeDidChange \
      widgetActiveDisplayMode widgetLargestAvailableDisplayMode widgetMaximumSize \
      widgetPrimaryVibrancyEffect widgetEffect
      """
    ),
    "PushKit": .absent("PK*"), "ScreenTime": .absent("ST*"), "SharedWithYou": .absent("SW*"),
    "SystemConfiguration": .absent("SC*"),
    "UserNotificationsUI": .absent(
      """
      UNNotificationContentExtension UNNotificationContentExtension* notificationActions \
      mediaPlayingStarted mediaPlayingPaused performNotificationDefaultAction \
      dismissNotificationContentExtension
      """
    ),
    "WatchConnectivity": .absent("WC*"), "WatchKit": .absent("WK*"),
    "WebKit": .absent("WK* WebView WebPage DOM* loadFromHTML fromHTML webArchive readAccessURL"),
  ]

  /// The names of SwiftUI and of Combine, also those that others often have.
  private static let screens: ModuleNames = """
    View Text Label Image Color Font Shape Path Link Menu Button Toggle Slider Stepper Picker Form \
    TextField SecureField TextEditor List ForEach Section Group Spacer Divider Grid GridRow GridItem \
    VStack HStack ZStack LazyVStack LazyHStack LazyVGrid LazyHGrid ScrollView ScrollViewReader \
    GeometryReader TabView Table Canvas TimelineView AsyncImage ProgressView Gauge Chart \
    NavigationView NavigationStack NavigationSplitView NavigationLink NavigationPath Alert \
    ActionSheet DatePicker ColorPicker ShareLink PhotosPicker LabeledContent ControlGroup \
    DisclosureGroup OutlineGroup AnyView EmptyView EquatableView ViewThatFits AnyLayout Layout \
    Rectangle RoundedRectangle UnevenRoundedRectangle Circle Capsule Ellipse AnyShape InsettableShape \
    Gradient LinearGradient RadialGradient AngularGradient MeshGradient Material ShapeStyle \
    State Binding Bindable StateObject ObservedObject EnvironmentObject Environment \
    EnvironmentValues EnvironmentKey FocusState FocusedValue GestureState AppStorage SceneStorage \
    Namespace FetchRequest ScaledMetric Query UIApplicationDelegateAdaptor Entry \
    ViewBuilder ViewModifier PreferenceKey DynamicProperty Animatable AnimatableModifier \
    UIHostingController UIHostingConfiguration UIHostingSceneDelegate UIViewRepresentable \
    UIViewControllerRepresentable NSHostingView NSHostingController NSViewRepresentable \
    App Scene WindowGroup DocumentGroup Settings Commands CommandMenu \
    Animation Transaction withAnimation withTransaction AnyTransition Transition \
    LocalizedStringKey LocalizedStringResource Angle UnitPoint EdgeInsets Edge Alignment \
    HorizontalAlignment VerticalAlignment TextAlignment Axis ContentMode ColorScheme \
    DynamicTypeSize ContentSizeCategory LayoutDirection ControlSize Visibility ScenePhase \
    DismissAction OpenURLAction PresentationDetent ToolbarItem ToolbarItemGroup ToolbarContent \
    DragGesture TapGesture LongPressGesture MagnificationGesture RotationGesture Gesture AnyGesture \
    CoordinateSpace GeometryProxy ProposedViewSize Anchor Subviews *Style *Modifier \
    ObservableObject Published AnyCancellable Cancellable AnyPublisher Publisher Publishers Just \
    Future Empty Fail PassthroughSubject CurrentValueSubject Subject Subscriber Subscribers
    """

  private static let audio: ModuleNames =
    "Audio* AU* CAClock* CAShow CAShow* Ext* Music* SystemSound*"
  private static let files: ModuleNames = "NSFileProvider* FP*"
  private static let intents: ModuleNames =
    """
    IN* interaction suggestedInvocationPhrase shortcutAvailability hostedViewMinimumAllowedSize \
    hostedViewMaximumAllowedSize
    """
}
