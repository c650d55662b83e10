// The numbers of keys on keyboards.
// Licensed under the MIT license; see LICENSE.

import Foundation

/// The number of a key, whatever it types.
///
/// Source: HID Usage Tables 1.12, section 10, "Keyboard/Keypad Page (0x07)".
///
/// **Differences**: keys of languages, of old keyboards and of media are absent.
public enum UIKeyboardHIDUsage: Int, Hashable, Sendable {
  /// Too many keys are held.
  case keyboardErrorRollOver = 1
  /// The keyboard failed.
  case keyboardPOSTFail = 2
  /// The key is not known.
  case keyboardErrorUndefined = 3
  /// The letter A.
  case keyboardA = 4
  /// The letter B.
  case keyboardB = 5
  /// The letter C.
  case keyboardC = 6
  /// The letter D.
  case keyboardD = 7
  /// The letter E.
  case keyboardE = 8
  /// The letter F.
  case keyboardF = 9
  /// The letter G.
  case keyboardG = 10
  /// The letter H.
  case keyboardH = 11
  /// The letter I.
  case keyboardI = 12
  /// The letter J.
  case keyboardJ = 13
  /// The letter K.
  case keyboardK = 14
  /// The letter L.
  case keyboardL = 15
  /// The letter M.
  case keyboardM = 16
  /// The letter N.
  case keyboardN = 17
  /// The letter O.
  case keyboardO = 18
  /// The letter P.
  case keyboardP = 19
  /// The letter Q.
  case keyboardQ = 20
  /// The letter R.
  case keyboardR = 21
  /// The letter S.
  case keyboardS = 22
  /// The letter T.
  case keyboardT = 23
  /// The letter U.
  case keyboardU = 24
  /// The letter V.
  case keyboardV = 25
  /// The letter W.
  case keyboardW = 26
  /// The letter X.
  case keyboardX = 27
  /// The letter Y.
  case keyboardY = 28
  /// The letter Z.
  case keyboardZ = 29
  /// The digit 1.
  case keyboard1 = 30
  /// The digit 2.
  case keyboard2 = 31
  /// The digit 3.
  case keyboard3 = 32
  /// The digit 4.
  case keyboard4 = 33
  /// The digit 5.
  case keyboard5 = 34
  /// The digit 6.
  case keyboard6 = 35
  /// The digit 7.
  case keyboard7 = 36
  /// The digit 8.
  case keyboard8 = 37
  /// The digit 9.
  case keyboard9 = 38
  /// The digit 0.
  case keyboard0 = 39
  /// Return.
  case keyboardReturnOrEnter = 40
  /// Escape.
  case keyboardEscape = 41
  /// The key that deletes what is before.
  case keyboardDeleteOrBackspace = 42
  /// The tabulator.
  case keyboardTab = 43
  /// Space.
  case keyboardSpacebar = 44
  /// The hyphen.
  case keyboardHyphen = 45
  /// The equals sign.
  case keyboardEqualSign = 46
  /// The bracket that opens.
  case keyboardOpenBracket = 47
  /// The bracket that closes.
  case keyboardCloseBracket = 48
  /// The backslash.
  case keyboardBackslash = 49
  /// The number sign of keyboards that are not American.
  case keyboardNonUSPound = 50
  /// The semicolon.
  case keyboardSemicolon = 51
  /// The quotation mark.
  case keyboardQuote = 52
  /// The grave accent.
  case keyboardGraveAccentAndTilde = 53
  /// The comma.
  case keyboardComma = 54
  /// The full stop.
  case keyboardPeriod = 55
  /// The slash.
  case keyboardSlash = 56
  /// Caps lock.
  case keyboardCapsLock = 57
  /// The function key 1.
  case keyboardF1 = 58
  /// The function key 2.
  case keyboardF2 = 59
  /// The function key 3.
  case keyboardF3 = 60
  /// The function key 4.
  case keyboardF4 = 61
  /// The function key 5.
  case keyboardF5 = 62
  /// The function key 6.
  case keyboardF6 = 63
  /// The function key 7.
  case keyboardF7 = 64
  /// The function key 8.
  case keyboardF8 = 65
  /// The function key 9.
  case keyboardF9 = 66
  /// The function key 10.
  case keyboardF10 = 67
  /// The function key 11.
  case keyboardF11 = 68
  /// The function key 12.
  case keyboardF12 = 69
  /// Print screen.
  case keyboardPrintScreen = 70
  /// Scroll lock.
  case keyboardScrollLock = 71
  /// Pause.
  case keyboardPause = 72
  /// Insert.
  case keyboardInsert = 73
  /// The beginning.
  case keyboardHome = 74
  /// A page up.
  case keyboardPageUp = 75
  /// The key that deletes what is behind.
  case keyboardDeleteForward = 76
  /// The end.
  case keyboardEnd = 77
  /// A page down.
  case keyboardPageDown = 78
  /// The arrow to the right.
  case keyboardRightArrow = 79
  /// The arrow to the left.
  case keyboardLeftArrow = 80
  /// The arrow down.
  case keyboardDownArrow = 81
  /// The arrow up.
  case keyboardUpArrow = 82
  /// Num lock.
  case keypadNumLock = 83
  /// The slash of the pad of numbers.
  case keypadSlash = 84
  /// The asterisk of the pad.
  case keypadAsterisk = 85
  /// The minus of the pad.
  case keypadHyphen = 86
  /// The plus of the pad.
  case keypadPlus = 87
  /// Enter of the pad.
  case keypadEnter = 88
  /// The digit 1 of the pad.
  case keypad1 = 89
  /// The digit 2 of the pad.
  case keypad2 = 90
  /// The digit 3 of the pad.
  case keypad3 = 91
  /// The digit 4 of the pad.
  case keypad4 = 92
  /// The digit 5 of the pad.
  case keypad5 = 93
  /// The digit 6 of the pad.
  case keypad6 = 94
  /// The digit 7 of the pad.
  case keypad7 = 95
  /// The digit 8 of the pad.
  case keypad8 = 96
  /// The digit 9 of the pad.
  case keypad9 = 97
  /// The digit 0 of the pad.
  case keypad0 = 98
  /// The point of the pad.
  case keypadPeriod = 99
  /// The backslash of keyboards that are not American.
  case keyboardNonUSBackslash = 100
  /// The key of menus.
  case keyboardApplication = 101
  /// Power.
  case keyboardPower = 102
  /// The equals sign of the pad.
  case keypadEqualSign = 103
  /// The function key 13.
  case keyboardF13 = 104
  /// The function key 14.
  case keyboardF14 = 105
  /// The function key 15.
  case keyboardF15 = 106
  /// The function key 16.
  case keyboardF16 = 107
  /// The function key 17.
  case keyboardF17 = 108
  /// The function key 18.
  case keyboardF18 = 109
  /// The function key 19.
  case keyboardF19 = 110
  /// The function key 20.
  case keyboardF20 = 111
  /// The function key 21.
  case keyboardF21 = 112
  /// The function key 22.
  case keyboardF22 = 113
  /// The function key 23.
  case keyboardF23 = 114
  /// The function key 24.
  case keyboardF24 = 115
  /// Control on the left.
  case keyboardLeftControl = 224
  /// Shift on the left.
  case keyboardLeftShift = 225
  /// Option on the left.
  case keyboardLeftAlt = 226
  /// Command on the left.
  case keyboardLeftGUI = 227
  /// Control on the right.
  case keyboardRightControl = 228
  /// Shift on the right.
  case keyboardRightShift = 229
  /// Option on the right.
  case keyboardRightAlt = 230
  /// Command on the right.
  case keyboardRightGUI = 231
}

extension UIKeyboardHIDUsage {
  /// The keys of signs that are no letter and no digit.
  private static let signs: [Character: UIKeyboardHIDUsage] = [
    "-": .keyboardHyphen, "_": .keyboardHyphen, "=": .keyboardEqualSign, "+": .keyboardEqualSign,
    "[": .keyboardOpenBracket, "{": .keyboardOpenBracket, "]": .keyboardCloseBracket,
    "}": .keyboardCloseBracket, "\\": .keyboardBackslash, "|": .keyboardBackslash,
    ";": .keyboardSemicolon, ":": .keyboardSemicolon, "'": .keyboardQuote, "\"": .keyboardQuote,
    "`": .keyboardGraveAccentAndTilde, "~": .keyboardGraveAccentAndTilde, ",": .keyboardComma,
    "<": .keyboardComma, ".": .keyboardPeriod, ">": .keyboardPeriod, "/": .keyboardSlash,
    "?": .keyboardSlash, " ": .keyboardSpacebar, "\t": .keyboardTab, "\u{19}": .keyboardTab,
    "\r": .keyboardReturnOrEnter, "\n": .keyboardReturnOrEnter, "\r\n": .keyboardReturnOrEnter,
    "\u{1B}": .keyboardEscape, "\u{8}": .keyboardDeleteOrBackspace,
    "\u{7F}": .keyboardDeleteForward, "!": .keyboard1, "@": .keyboard2, "#": .keyboard3,
    "$": .keyboard4, "%": .keyboard5, "^": .keyboard6, "&": .keyboard7, "*": .keyboard8,
    "(": .keyboard9, ")": .keyboard0,
  ]

  /// The keys that type nothing, by the names of `UIKeyCommand`.
  private static let named: [String: UIKeyboardHIDUsage] = [
    "UIKeyInputUpArrow": .keyboardUpArrow, "UIKeyInputDownArrow": .keyboardDownArrow,
    "UIKeyInputLeftArrow": .keyboardLeftArrow, "UIKeyInputRightArrow": .keyboardRightArrow,
    "UIKeyInputEscape": .keyboardEscape, "UIKeyInputPageUp": .keyboardPageUp,
    "UIKeyInputPageDown": .keyboardPageDown, "UIKeyInputHome": .keyboardHome,
    "UIKeyInputEnd": .keyboardEnd, "UIKeyInputDelete": .keyboardDeleteForward,
  ]

  /// The key of an American keyboard that types characters.
  init(typing characters: String, onPad: Bool) {
    if let named = Self.named[characters] {
      self = named
      return
    }
    guard characters.count == 1, let character = characters.first else {
      self = .keyboardErrorUndefined
      return
    }
    let letter = character.lowercased().unicodeScalars.first?.value ?? 0
    let number: Int? =
      switch letter {
      case 0x61...0x7A: 4 + Int(letter - 0x61)
      case 0x31...0x39: (onPad ? 89 : 30) + Int(letter - 0x31)
      case 0x30: onPad ? 98 : 39
      default: nil
      }
    self =
      number.flatMap { UIKeyboardHIDUsage(rawValue: $0) } ?? Self.signs[character]
      ?? .keyboardErrorUndefined
  }
}
