// The kinds of patches, and their ports.
// Licensed under the MIT license; see LICENSE.

import CoreImage

/// The work of a patch.
enum PatchKind: Equatable {
  /// A source: the picture of a file.
  case image
  /// A source: the film of a file.
  case movie
  /// A source: the pictures of a camera.
  case camera
  /// Core Image's filter of a name.
  case filter(String)
  /// Passes a value on.
  case splitter
  /// A renderer: fills everything with a colour.
  case clear
  /// A renderer: an image as an upright rectangle.
  case billboard

  /// The names of composition files.
  private static let plain: [String: PatchKind] = [
    "image": .image, "movie": .movie, "camera": .camera, "splitter": .splitter, "clear": .clear,
    "billboard": .billboard,
  ]

  /// The kind of a name; nil for one that there is not.
  ///
  /// - Parameter filter: The name of the filter, for the type `filter`.
  init?(type: String, filter: String?) {
    if let plain = Self.plain[type] {
      self = plain
    } else if type == "filter", let filter, CIFilter(name: filter) != nil {
      self = .filter(filter)
    } else {
      return nil
    }
  }

  /// The classes of Quartz Composer's files.
  ///
  /// Only those of `QCBillboard`, `QCVideoInput`, `QCSplitter` and `QCPatch` are public; the others
  /// are the names of the patches as classes.
  private static let classes: [String: PatchKind] = [
    "QCBillboard": .billboard, "QCClear": .clear, "QCSplitter": .splitter,
    "QCMovieLoader": .movie, "QCMovieImporter": .movie, "QCImageLoader": .image,
    "QCImageImporter": .image, "QCVideoInput": .camera,
  ]

  /// The kind of a class; nil for one that is not known.
  init?(class name: String) {
    if let kind = Self.classes[name] {
      self = kind
    } else if CIFilter(name: name) != nil {
      self = .filter(name)
    } else {
      return nil
    }
  }

  /// Whether it draws.
  var isRenderer: Bool { self == .clear || self == .billboard }

  /// The type of an input; nil if there is no input of that name.
  func input(_ port: String) -> PortType? {
    switch self {
    case .image: ["location": PortType.text][port]
    case .movie: ["location": PortType.text, "rate": .number][port]
    case .camera: ["device": PortType.text][port]
    case .splitter: ["input": PortType.any][port]
    case .clear: ["color": PortType.color][port]
    case .billboard: Self.billboardInputs[port]
    case .filter(let name):
      CIFilter(name: name)?.inputKeys.contains(Self.filterKey(port)) == true ? .any : nil
    }
  }

  private static let billboardInputs: [String: PortType] = [
    "image": .image, "mask": .image, "x": .number, "y": .number, "width": .number,
    "height": .number, "rotation": .number, "color": .color, "blending": .blending,
  ]

  /// Whether there is a result of a name.
  func hasOutput(_ port: String) -> Bool {
    switch self {
    case .image, .movie, .camera, .filter: port == "image"
    case .splitter: port == "output"
    case .clear, .billboard: false
    }
  }

  /// Core Image's name of an input: `inputCenter` for `center`.
  static func filterKey(_ port: String) -> String {
    "input" + port.prefix(1).uppercased() + port.dropFirst()
  }
}

/// The values that an input takes.
enum PortType {
  case number, text, color, image, blending, any
}
