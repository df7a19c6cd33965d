package import FindieDomain
import Foundation

/// The lines of the published lists: JSON with the keys in the contract's order, scores with six
/// significant digits.
package struct PublishedLine: Sendable {
  package private(set) var bytes: [UInt8] = []

  package init() {}

  mutating func append(_ lines: PublishedLine) {
    bytes += lines.bytes
  }

  package mutating func append(_ list: RecommendationList) {
    add(#"{"userId":"#, text: list.userId)
    add(#","date":"#, text: list.date.description)
    add(#","source":"#, text: list.source.rawValue)
    add(#","games":["#)
    for entry in list.games {
      add(entry.rank == 1 ? "{" : ",{")
      add(#""gameId":"#, text: entry.gameId)
      add(#","rank":\#(entry.rank),"score":\#(sixDigits(entry.score)),"reasons":["#)
      for (index, reason) in entry.reasons.enumerated() {
        add(index == 0 ? "" : ",", text: reason)
      }
      add("]")
      if let probability = entry.probability {
        add(#","slot":"exploration","probability":\#(sixDigits(probability))"#)
      }
      add("}")
    }
    add("]}\n")
  }

  package mutating func append(_ list: SimilarGames) {
    add(#"{"gameId":"#, text: list.gameId)
    add(#","date":"#, text: list.date.description)
    add(#","games":["#)
    for entry in list.games {
      add(entry.rank == 1 ? "{" : ",{")
      add(#""gameId":"#, text: entry.gameId)
      add(#","rank":\#(entry.rank),"score":\#(sixDigits(entry.score)),"carriedBy":"#)
      add("", text: entry.carriedBy.rawValue)
      add("}")
    }
    add("]}\n")
  }

  package mutating func append(_ list: TrendingGames) {
    add(#"{"genre":"#)
    if let genre = list.genre { add("", text: genre.rawValue) } else { add("null") }
    add(#","date":"#, text: list.date.description)
    add(#","games":["#)
    for entry in list.games {
      add(entry.rank == 1 ? "{" : ",{")
      add(#""gameId":"#, text: entry.gameId)
      add(#","rank":\#(entry.rank),"lift":\#(sixDigits(entry.lift))"#)
      add(#","lowerBound":\#(sixDigits(entry.lowerBound)),"events":\#(entry.events)"#)
      for (index, flag) in entry.flags.enumerated() {
        add(index == 0 ? #","flags":["# : ",", text: flag.rawValue)
      }
      add(entry.flags.isEmpty ? "}" : "]}")
    }
    add("]}\n")
  }

  package mutating func append(_ release: NewRelease) {
    add(#"{"gameId":"#, text: release.gameId)
    add(#","date":"#, text: release.date.description)
    add(#","rank":\#(release.rank),"releaseDate":"#, text: release.releaseDate.description)
    add(#","status":"#, text: release.status.rawValue)
    add(#","score":\#(sixDigits(release.score))}"# + "\n")
  }

  package mutating func append(_ game: AnnouncedGame) {
    add(#"{"gameId":"#, text: game.gameId)
    add(#","date":"#, text: game.date.description)
    add(#","rank":\#(game.rank),"releaseDate":"#)
    if let day = game.releaseDate { add("", text: day.description) } else { add("null") }
    add(#","status":"#, text: game.status.rawValue)
    add("}\n")
  }

  private mutating func add(_ raw: String) {
    bytes += raw.utf8
  }

  /// `raw`, then `text` as a JSON string.
  private mutating func add(_ raw: String, text: String) {
    bytes += raw.utf8
    bytes.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"):
        bytes.append(UInt8(ascii: "\\"))
        bytes.append(byte)
      case 0..<0x20:
        let digits = String(byte, radix: 16)
        bytes += (#"\u00"# + (digits.count == 1 ? "0" : "") + digits).utf8
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }
}

/// `number` rounded to six significant digits, as JSON writes numbers.
///
/// - Precondition: it is finite.
package func sixDigits(_ number: Double) -> String {
  precondition(number.isFinite, "a score of \(number)")
  guard abs(number) > 1e-290 else { return "0" }
  var exponent = Int(log10(abs(number)).rounded(.down))
  // Powers of ten up to 10²² are exact, so the product is rounded once.
  func scaled() -> Double {
    let shift = 5 - exponent
    return
      (shift >= 0 ? abs(number) * pow(10, Double(shift)) : abs(number) / pow(10, Double(-shift)))
      .rounded(.toNearestOrEven)
  }
  var mantissa = scaled()
  if mantissa >= 1e6 {
    exponent += 1
    mantissa = scaled()
  }
  var digits = Array(String(Int(mantissa)))
  while digits.count > 1, digits.last == "0" { digits.removeLast() }
  let sign = number < 0 ? "-" : ""
  let whole: String
  switch exponent {
  case 0..<16 where digits.count <= exponent + 1:
    whole = String(digits) + String(repeating: "0", count: exponent + 1 - digits.count)
  case 0..<16:
    whole = String(digits[...exponent]) + "." + String(digits[(exponent + 1)...])
  case -5..<0:
    whole = "0." + String(repeating: "0", count: -exponent - 1) + String(digits)
  default:
    whole =
      String(digits[0]) + (digits.count > 1 ? "." + String(digits[1...]) : "") + "e\(exponent)"
  }
  return sign + whole
}
