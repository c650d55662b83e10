// Finds links in texts.
// Licensed under the MIT license; see LICENSE.
//
// The patterns read each character a bounded number of times: a name begins only where no other
// character of a name stands before it, and the rest of an address is taken without going back.

import Foundation

/// A pattern of this module.
func pattern(_ text: String) -> NSRegularExpression {
  do {
    return try NSRegularExpression(pattern: text, options: .caseInsensitive)
  } catch {
    preconditionFailure("the pattern \(text): \(error)")
  }
}

/// Finds addresses of the web and of mail.
enum LinkScanner {
  /// Ends of names of hosts that are no countries.
  private static let domains = """
    com org net edu gov mil int info biz name pro app dev xyz online site store shop tech blog cloud \
    page news live media video music games game club design art agency group team social network \
    systems software solutions services digital academy world today space website wiki email chat \
    studio photo photos company center city life work works jobs mobi museum travel tel cat asia \
    coop aero post arpa link click fun top vip one zone global international foundation health care \
    bank money finance fund law legal school university science computer computing technology \
    engineering energy green earth land house home garden kitchen recipes restaurant bar cafe pizza \
    beer wine fashion style clothing shoes jewelry gallery graphics photography film movie show \
    theater radio audio band dance fit run bike football golf tennis ski surf yoga camp events party \
    wedding gift gifts flowers love dating family kids toys pet dog horse farm eco bio organic auto \
    car cars taxi limo flights cruises holiday hotel rentals villas vacations tours berlin hamburg \
    koeln london paris amsterdam wien tokyo nyc boston miami quebec madrid moscow swiss scot wales \
    africa ist lat rio sydney melbourne google apple amazon microsoft
    """
  /// Ends of names of hosts that are countries.
  private static let countries = """
    ac ad ae af ag ai al am ao aq ar as at au aw ax az ba bb bd be bf bg bh bi bj bm bn bo br bs bt \
    bw by bz ca cc cd cf cg ch ci ck cl cm cn co cr cu cv cw cx cy cz de dj dk dm do dz ec ee eg er \
    es et eu fi fj fk fm fo fr ga gd ge gf gg gh gi gl gm gn gp gq gr gs gt gu gw gy hk hm hn hr ht \
    hu id ie il im in io iq ir is it je jm jo jp ke kg kh ki km kn kp kr kw ky kz la lb lc li lk lr \
    ls lt lu lv ly ma mc md me mg mh mk ml mm mn mo mp mq mr ms mt mu mv mw mx my mz na nc ne nf ng \
    ni nl no np nr nu nz om pa pe pf pg ph pk pl pm pn pr ps pt pw py qa re ro rs ru rw sa sb sc sd \
    se sg sh si sk sl sm sn so sr ss st su sv sx sy sz tc td tf tg th tj tk tl tm tn to tr tt tv tw \
    tz ua ug uk us uy uz va vc ve vg vi vn vu wf ws ye yt za zm zw
    """

  private static let expression: NSRegularExpression = {
    let ends = (domains + " " + countries).split(separator: " ").joined(separator: "|")
    let rest = "[^\\s<>\"“”«»]"
    let label = "[\\p{L}\\p{N}][\\p{L}\\p{N}-]{0,62}\\."
    let end = "(?![\\p{L}\\p{N}@-])"
    let url = "[a-z][a-z0-9+.-]{0,31}://\(rest)++|(?:mailto|tel|sms|facetime):\(rest)++"
    let mail = "[a-z0-9._%+'-]{1,64}@(?:[a-z0-9][a-z0-9-]{0,62}\\.){1,12}[a-z]{2,63}\(end)"
    let host = "www\\.(?:\(label)){1,12}[a-z]{2,63}|(?:\(label)){1,12}(?:\(ends))"
    let path = "(?::[0-9]{1,5})?(?:[/?#]\(rest)*+)?"
    return pattern(
      "(?<![\\p{L}\\p{N}@._+/-])(?:\(url)|(?<mail>\(mail))"
        + "|(?<host>\(host))\(end)(?!\\.[\\p{L}\\p{N}])\(path))"
    )
  }()
  /// Shorter names of hosts are words with points, such as "i.e".
  private static let shortestHost = 4

  /// Returns the links in a part of a text.
  static func results(in text: String, _ part: NSRange) -> [DetectedResult] {
    let whole = text as NSString
    return expression.matches(in: text, range: part).compactMap { match in
      let (mail, host) = (match.range(withName: "mail"), match.range(withName: "host"))
      let found = trimmed(whole.substring(with: match.range))
      let url: URL?
      if mail.location != NSNotFound {
        url = URL(string: "mailto:" + found)
      } else if host.location != NSNotFound {
        url = host.length < shortestHost ? nil : URL(string: "http://" + found)
      } else {
        let isEmpty = found.hasSuffix("://") || !found.contains(":")
        url = isEmpty ? nil : URL(string: found)
      }
      let range = NSRange(location: match.range.location, length: found.utf16.count)
      return url.map { DetectedResult(range, .link($0)) }
    }
  }

  /// Returns an address without the punctuation of the sentence around it.
  private static func trimmed(_ address: String) -> String {
    var rest = Substring(address)
    let brackets: [Character: Character] = [")": "(", "]": "[", "}": "{"]
    // For each closing bracket, how many more of them there are than of opening ones.
    var unopened: [Character: Int] = [:]
    for (close, open) in brackets where rest.last.map({ ".,;:!?'’*)]}".contains($0) }) ?? false {
      unopened[close] = rest.count(where: { $0 == close }) - rest.count(where: { $0 == open })
    }
    while let last = rest.last {
      if brackets[last] != nil {
        guard let more = unopened[last], more > 0 else { break }
        unopened[last] = more - 1
      } else if !".,;:!?'’*".contains(last) {
        break
      }
      rest.removeLast()
    }
    return String(rest)
  }
}
