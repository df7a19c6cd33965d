import FindieAnalytics
import FindieText

/// A number of a report: the same digits wherever a program reads it, and a text for people.
///
/// A page has `<data value="0.1234">12.3%</data>`, CSV and JSON have `0.1234`.
struct Figure: Hashable, Sendable {
  /// The number with the fewest decimals; nil if there is no number.
  let digits: String?
  /// The number as people read it.
  let text: String
  /// Why there is no number; nil also where there is nothing to say.
  var missing: MissingNumber?

  static func count(_ count: Int) -> Figure {
    let digits = String(count)
    return Figure(digits: digits, text: count.magnitude < 1000 ? digits : count.grouped)
  }

  /// A fraction from 0 to 1, with four decimals; its text is a percentage with one.
  static func share(_ share: Double) -> Figure {
    Figure(digits: share.decimal(4), text: share.percent())
  }

  static func share(_ share: Double?) -> Figure { share.map { .share($0) } ?? .none }

  /// As `share`, of a share that the true one is not below: its text is rounded down, too.
  static func boundedShare(_ share: Double) -> Figure {
    Figure(digits: share.decimal(4), text: ((share * 1000).rounded(.down) / 1000).percent())
  }

  /// As `share`, with two decimals in its text, for shares near 0 or 1.
  static func fineShare(_ share: Double) -> Figure {
    Figure(digits: share.decimal(4), text: share.percent(2))
  }

  /// A number with at most `places` decimals.
  ///
  /// - Parameter shown: the decimals of its text; nil for `places`.
  static func number(
    _ number: Double, places: Int, shown: Int? = nil, unit: String = ""
  ) -> Figure {
    Figure(digits: number.decimal(places), text: number.fixed(shown ?? places) + unit)
  }

  /// A mean of counts with two decimals; its text has none from 100 on, and one from 10 on.
  static func mean(_ number: Double) -> Figure {
    .number(number, places: 2, shown: abs(number) >= 100 ? 0 : abs(number) >= 10 ? 1 : 2)
  }

  /// A number of whole seconds.
  static func seconds(_ seconds: Double) -> Figure {
    .number(seconds, places: 3, shown: 0, unit: " s")
  }

  /// A ratio of a new value to an old one; its text is the change in percent.
  static func change(_ ratio: Double) -> Figure {
    let text =
      ratio >= 10
      ? "×" + ratio.fixed(1) : (ratio < 1 ? "−" : "+") + abs(ratio - 1).percent()
    return Figure(digits: ratio.decimal(4), text: text)
  }

  /// As `change`, without the sign: after words such as up and down.
  static func sizeOfChange(_ ratio: Double) -> Figure {
    let change = change(ratio)
    return ratio >= 10
      ? change : Figure(digits: change.digits, text: String(change.text.dropFirst()))
  }

  /// Such as `260+`: the number is rounded down.
  ///
  /// - Parameter players: nil if it is not published for such days, or not recorded.
  static func players(_ players: PlayerCount?) -> Figure {
    switch players {
    case nil: .none
    case .atLeast(let count): .atLeast(count)
    case .suppressed: .tooFewPlayers
    }
  }

  /// Such as `260+`, or `0`.
  static func atLeast(_ count: Int) -> Figure {
    let figure = Figure.count(count)
    return count == 0 ? figure : Figure(digits: figure.digits, text: figure.text + "+")
  }

  /// - Parameter players: nil if it is not recorded.
  static func recordedPlayers(_ players: PlayerCount?) -> Figure {
    players == nil ? .notRecorded : .players(players)
  }

  /// There is no number.
  static let none = Figure(digits: nil, text: "–")

  static let tooFewPlayers = Figure(digits: nil, text: "too few to show", missing: .suppressed)

  /// The record does not reach back far enough.
  static let tooEarly = Figure(digits: nil, text: "too early", missing: .tooEarly)

  /// The data has no events of the kind.
  static let notRecorded = Figure(digits: nil, text: "not recorded", missing: .notRecorded)

  static func rate(_ rate: Rate, of tally: Tally, in recorded: Set<Measure>) -> Figure {
    rate.isRecorded(in: recorded)
      ? .share(tally.rate(rate, in: recorded)?.estimate) : .notRecorded
  }

  var html: HTML {
    guard let digits, digits != text else { return HTML(text: text) }
    return "<data value=\"\(text: digits)\">\(text: text)</data>"
  }

  var json: JSONValue {
    digits.map { .digits($0) } ?? .optional(missing?.rawValue)
  }

  /// Empty if there is no number: columns of numbers have no texts.
  var cell: CSVTable.Cell { digits.map { .digits($0) } ?? .empty }
}

/// Why a document has no number: the same words in all of them.
enum MissingNumber: String, CaseIterable, Sendable {
  /// Too few players.
  case suppressed
  /// The data has no events of the kind.
  case notRecorded
  /// Too few events to divide by.
  case tooFew
  /// Fewer days are recorded than the number is of.
  case tooEarly
}

/// A number, or why there is none.
enum Reading<Value> {
  case shown(Value)
  case missing(MissingNumber)
}

extension Reading {
  /// - Parameter value: nil if the data does not record it.
  static func recorded(_ value: Value?) -> Reading {
    value.map { .shown($0) } ?? .missing(.notRecorded)
  }
}

extension Tally {
  /// How to say that a count is 0: of rounded totals, there may be a few.
  var no: String { rounding == 0 ? "no" : "fewer than \(rounding + 1)" }
  var none: String { rounding == 0 ? "none" : no }

  func reading(_ rate: Rate, in recorded: Set<Measure>) -> Reading<Proportion> {
    guard rate.isRecorded(in: recorded) else { return .missing(.notRecorded) }
    return self.rate(rate, in: recorded).map { .shown($0) } ?? .missing(.tooFew)
  }
}
