import FindieDomain
import FindieHistory
import FindieTestSupport

/// Makes lines of events of random forms: order of keys, blanks, fields that are absent, the wrapped
/// form, Firestore timestamps.
struct EventLineMaker {
  var generator: SeededGenerator
  let collection: EventCollection

  /// What all lines of one exporter have in common.
  struct Form {
    var keys: [String]
    var comma = ","
    var colon = ":"
    var listComma = ","
    /// The keys of the object around the document, none where it stands alone.
    var outerKeys: [String] = []
    var lineEnd = "\n"
  }

  init(seed: UInt64, _ collection: EventCollection) {
    generator = SeededGenerator(seed: seed)
    self.collection = collection
  }

  private var idKey: String { collection == .interactions ? "id" : "eventId" }
  private var required: [String] {
    collection == .interactions
      ? ["id", "userId", "gameId", "action", "timestamp"]
      : ["eventId", "anonymousUserId", "gameId", "eventType", "timestamp"]
  }
  private var optional: [String] {
    collection == .interactions
      ? [
        "sessionId", "cardPosition", "viewDuration", "userGenrePreferences", "gameGenres",
        "gameTags", "other", "others", "isNew",
      ]
      : [
        "sessionId", "userGenrePreferences", "developerId", "deviceType", "appVersion", "shop",
        "surface", "listId", "id", "other", "others", "isNew",
      ]
  }

  mutating func form() -> Form {
    let absent = Double.random(in: 0..<1, using: &generator)
    let kept = optional.filter { _ in Double.random(in: 0..<1, using: &generator) >= absent }
    var form = Form(keys: (required + kept).shuffled(using: &generator))
    switch Int.random(in: 0..<4, using: &generator) {
    case 0: (form.comma, form.colon, form.listComma) = (", ", ": ", ", ")
    case 1: (form.comma, form.colon, form.listComma) = (" ,\t", " :  ", "  , ")
    default: break
    }
    form.outerKeys = pick([
      [], [], [], ["id", "data"], ["data"], ["data", "id"], ["path", "id", "data", "createTime"],
    ])
    form.lineEnd = Bool.random(using: &generator) ? "\n" : "\r\n"
    return form
  }

  /// A line of a form without its line end; `odd` replaces the value of one key.
  mutating func line(_ form: Form, odd: (key: String, value: String)? = nil) -> String {
    let fields = form.keys.map { key in
      let value = odd?.key == key ? odd?.value ?? "" : value(of: key, form)
      return "\"\(key)\"\(form.colon)\(value)"
    }
    let object = "{" + fields.joined(separator: form.comma) + "}"
    guard !form.outerKeys.isEmpty else { return object }
    let id = odd?.key == idKey ? odd?.value ?? "" : "\"\(text(20))\""
    let outer = form.outerKeys.map { key in
      "\"\(key)\"\(form.colon)\(key == "data" ? object : key == "id" ? id : "\"x\"")"
    }
    return "{" + outer.joined(separator: form.comma) + "}"
  }

  private mutating func value(of key: String, _ form: Form) -> String {
    switch key {
    case "action": "\"\(pick(SwipeAction.allCases.map(\.rawValue)))\""
    case "eventType": "\"\(pick(EventType.allCases.map(\.rawValue)))\""
    case "timestamp": instant()
    case "cardPosition": "\(Int.random(in: 0..<300, using: &generator))"
    case "viewDuration": "\(Double(Int.random(in: 0..<9000, using: &generator)) / 10)"
    case "userGenrePreferences", "gameGenres", "gameTags", "others": list(form.listComma)
    case "isNew": pick(["true", "false", "null", "12", "-0.5"])
    default: "\"\(text(Int.random(in: 1...40, using: &generator)))\""
    }
  }

  private mutating func instant() -> String {
    let seconds = Int64.random(in: 1_500_000_000..<1_767_000_000, using: &generator)
    let thousandths = Int64.random(in: 0..<1000, using: &generator)
    let text = Timestamp(milliseconds: seconds * 1000 + thousandths).description
    return pick([
      "\"\(text)\"", "\"\(text)\"", "\"\(text.prefix(19))Z\"", "\"\(text.prefix(19))\"",
      "\"\(text.prefix(19)).123456789+02:00\"", "\"\(text.prefix(10)) \(text.dropFirst(11))\"",
      "\(seconds)", "\(seconds * 1000 + thousandths)",
    ])
  }

  private mutating func list(_ comma: String) -> String {
    let count = pick([0, 1, 2, 3, 12])
    let names = (0..<count).map { _ in "\"\(pick(["rpg", "indie", "open-world", "x", ""]))\"" }
    return "[" + names.joined(separator: comma) + "]"
  }

  private mutating func text(_ count: Int) -> String {
    String((0..<count).map { _ in pick(Array("abcXYZ019-_. /{}[]:,")) })
  }

  mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[Int.random(in: 0..<elements.count, using: &generator)]
  }
}

extension EventLineMaker {
  /// Values that a line may have in place of a usual one, sound and broken.
  static let oddValues = [
    "null", "true", "false", "nul", "truth", "\"\"", "\"", "[]", "[", "{}", "{\"a\":1}", "",
    "\"a\\\"b\"", "\"\\u0041\"", "\"a\\\\\"", "\"\u{7F}\"", "\"\u{1}\"", "\"\u{85}\"", "\"\u{A0}\"",
    "\"ミナ\"", "\"😀\"", "\"é\"", "\"like\"", "\"Like\"", "\"likes\"", "\"gameView\"",
    "\"externalLinkClick\"", "\"externalLinkClicks\"",
    "\"" + String(repeating: "x", count: 256) + "\"",
    "\"" + String(repeating: "x", count: 257) + "\"",
    "0", "-0", "-0.0", "00", "01", "-1", "1.", ".5", "1.5", "3.0", "1e2", "1E+2", "1e-9", "1e",
    "1e+",
    "1e999", "1e-999", "1000000", "1000001", "1e6", "86400", "86400.0", "86400.1", "0.1",
    "2.9000000000000004", "9007199254740991", "9007199254740993", "12345678901234567890",
    "123456789012345678901234567890", "0.30000000000000004", "1234567.1234567", "12345678.5",
    "1.12345678", "NaN", "Infinity", "- 1", "+1", "0x10", "1,2", "1 ", " 1",
    "99999999999", "100000000000", "-99999999999", "-62135596800", "-62135596801",
    "253402300799999", "253402300800000", "1756720800.5", "1756720800.0", "1.7567208e9",
    "1767312000000", "1767312000001",
    "\"2024-02-29T00:00:00Z\"", "\"2023-02-29T00:00:00Z\"", "\"2000-02-29T00:00:00Z\"",
    "\"1900-02-29T00:00:00Z\"", "\"2025-04-31T00:00:00Z\"", "\"2025-00-01T00:00:00Z\"",
    "\"2025-13-01T00:00:00Z\"", "\"2025-01-00T00:00:00Z\"", "\"2025-01-01T24:00:00Z\"",
    "\"2025-01-01T23:60:00Z\"", "\"2025-01-01T23:59:60Z\"", "\"2025-01-01T23:59:59.Z\"",
    "\"2025-01-01T23:59:59.9Z\"", "\"2025-01-01T23:59:59.98Z\"", "\"2025-01-01T23:59:59,5Z\"",
    "\"2025-01-01T23:59:59.9999999999999999Z\"", "\"2025-01-01t23:59:59z\"", "\"2025-01-01\"",
    "\"2025-01-01T23:59\"", "\"2025-01-01T23:59Z\"", "\"2025-01-01T23:59:59+01\"",
    "\"2025-01-01T23:59:59+0130\"", "\"2025-01-01T23:59:59-23:59\"",
    "\"2025-01-01T23:59:59+24:00\"",
    "\"2025-01-01T23:59:59+01:60\"", "\"2025-01-01T23:59:59+1:00\"", "\"2025-01-01T23:59:59+\"",
    "\"2025-01-01T23:59:59 Z\"", "\"2025-01-01T23:59:59ZZ\"", "\"0001-01-01T00:00:00+01:00\"",
    "\"0000-01-01T00:00:00Z\"", "\"9999-12-31T23:59:59.999Z\"", "\"9999-12-31T23:59:59-00:01\"",
    "\"2026-01-02T00:00:00.000Z\"", "\"2026-01-02T00:00:00.001Z\"", "\"20250101T000000Z\"",
    "{\"_seconds\":1756720800,\"_nanoseconds\":999999999}", "{\"seconds\":1756720800}",
    "{\"seconds\":1756720800,\"_nanoseconds\":5000000}", "{\"_seconds\":1756720800,\"x\":1}",
    "[\"a\"]", "[ \"a\" , \"b\" ]", "[\"a\",\"\",\"b\"]", "[\"\"]", "[\"a\" \"b\"]", "[\"a\",]",
    "[,\"a\"]", "[\"a]\",\"b\"]", "[\"a\\n\"]", "[\"ミ\",\"b\"]", "[\"\u{9F}\"]", "[\"\u{7F}\"]",
    "[1]",
    "[null]", "[[\"a\"]]", "[\"a\",1]", "[\"\t\"]", "[\t\"a\"\t]",
    "[\"" + String(repeating: "y", count: 257) + "\"]",
  ]
}
