import FindieAnalytics
import FindieDomain

/// One number of a report: the same digits wherever a program reads them, and a form for people.
///
/// On a page it stands as `<data value="0.1234">12.3%</data>`, in CSV and JSON as `0.1234`.
struct Figure: Hashable, Sendable {
  /// The number in digits, with the fewest decimals; nil where it is not told.
  let digits: String?
  /// As people read it.
  let words: String

  /// A number of things.
  static func count(_ count: Int) -> Figure {
    Figure(digits: String(count), words: grouped(count))
  }

  /// A share from 0 to 1, kept to four decimals, read as a percentage with one.
  static func share(_ share: Double) -> Figure {
    Figure(digits: decimal(share, places: 4), words: fixed(share * 100, places: 1) + "%")
  }

  /// A share, or what stands for none.
  static func share(_ share: Double?) -> Figure { share.map { .share($0) } ?? .none }

  /// A number that is no count, to `places` decimals.
  static func number(_ number: Double, places: Int, unit: String = "") -> Figure {
    Figure(digits: decimal(number, places: places), words: fixed(number, places: places) + unit)
  }

  /// A number kept to `places` decimals and read with fewer.
  static func number(_ number: Double, places: Int, shown: Int, unit: String = "") -> Figure {
    Figure(digits: decimal(number, places: places), words: fixed(number, places: shown) + unit)
  }

  /// What a number became, as a multiple of what it was: kept as that, read as a percentage.
  static func change(_ ratio: Double) -> Figure {
    let words: String
    if ratio >= 10 {
      words = "×" + fixed(ratio, places: 1)
    } else {
      let percent = fixed(abs(ratio - 1) * 100, places: 1) + "%"
      words = (ratio < 1 ? "−" : "+") + percent
    }
    return Figure(digits: decimal(ratio, places: 4), words: words)
  }

  static func players(_ players: PlayerCount) -> Figure {
    switch players {
    case .exactly(let count): .count(count)
    case .withheld: Figure(digits: nil, words: "withheld")
    }
  }

  /// What there is no number for.
  static let none = Figure(digits: nil, words: "–")

  /// What the data holds nothing of, in whatever form.
  static let notRecorded = Figure(digits: nil, words: "not recorded")

  /// A rate of some counts.
  static func rate(_ rate: Rate, of tally: Tally, in recorded: Set<Measure>) -> Figure {
    rate.isRecorded(in: recorded)
      ? .share(tally.rate(rate, in: recorded)?.estimate) : .notRecorded
  }

  /// HTML; the digits are ours, the words need no escaping.
  var html: String {
    digits.map { $0 == words ? words : "<data value=\"\($0)\">\(words)</data>" } ?? words
  }

  var json: JSONValue { digits.map { .number($0) } ?? .null }

  /// `count` with a comma between thousands.
  private static func grouped(_ count: Int) -> String {
    let digits = Array(String(count.magnitude))
    var text = count < 0 ? "−" : ""
    for (place, digit) in digits.enumerated() {
      if place > 0, (digits.count - place).isMultiple(of: 3) { text.append(",") }
      text.append(digit)
    }
    return text
  }

  /// `value` rounded half away from zero, without zeros at the end.
  private static func decimal(_ value: Double, places: Int) -> String {
    var text = rounded(value, places: places)
    guard text.contains(".") else { return text }
    while text.last == "0" { text.removeLast() }
    if text.last == "." { text.removeLast() }
    return text == "-0" ? "0" : text
  }

  private static func fixed(_ value: Double, places: Int) -> String {
    let text = rounded(value, places: places)
    let whole = text.prefix { $0 != "." }
    guard let number = Int(whole), number.magnitude >= 1000 else { return text }
    return grouped(number) + text.dropFirst(whole.count)
  }

  private static func rounded(_ value: Double, places: Int) -> String {
    precondition(value.isFinite && abs(value) < 1e12, "\(value) is no figure of a report")
    var scale = 1
    for _ in 0..<places { scale *= 10 }
    let units = Int((value * Double(scale)).rounded())
    let whole = String(units.magnitude / scale.magnitude)
    let sign = units < 0 ? "-" : ""
    guard places > 0 else { return sign + whole }
    return sign + whole + "." + (units.magnitude % scale.magnitude).padded(to: places)
  }
}
