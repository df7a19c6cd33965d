import FindieAnalytics
import FindieText

/// A sentence of words, figures and titles, which each format writes in its own way.
///
/// ```swift
/// let sentence: Sentence = "\(title: game.title) had \(strong: .count(12)) impressions."
/// sentence.html   // <bdi>…</bdi> had <b>12</b> impressions.
/// ```
struct Sentence: Hashable, Sendable, ExpressibleByStringInterpolation {
  enum Part: Hashable, Sendable {
    case words(String)
    case figure(Figure, isStrong: Bool)
    /// A title or a name from the data.
    case title(String)
    /// A title that links to a place on the page.
    case link(String, address: String)
  }

  private(set) var parts: [Part]

  struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var parts: [Part] = []

    init(literalCapacity: Int, interpolationCount: Int) {
      parts.reserveCapacity(2 * interpolationCount + 1)
    }

    mutating func appendLiteral(_ literal: String) {
      if !literal.isEmpty { parts.append(.words(literal)) }
    }

    mutating func appendInterpolation(_ words: String) { appendLiteral(words) }

    mutating func appendInterpolation(_ figure: Figure) {
      parts.append(.figure(figure, isStrong: false))
    }

    mutating func appendInterpolation(strong figure: Figure) {
      parts.append(.figure(figure, isStrong: true))
    }

    mutating func appendInterpolation(title: String) { parts.append(.title(title)) }

    mutating func appendInterpolation(title: String, linkedTo address: String) {
      parts.append(.link(title, address: address))
    }

    mutating func appendInterpolation(_ sentence: Sentence) { parts += sentence.parts }
  }

  init(stringLiteral words: String) { parts = [.words(words)] }

  init(stringInterpolation: StringInterpolation) { parts = stringInterpolation.parts }

  /// A count with its noun, such as `1 impression`.
  static func counted(_ count: Figure, _ noun: String, isStrong: Bool = false) -> Sentence {
    let noun = count.digits == "1" ? " " + noun : " \(noun)s"
    return isStrong ? "\(strong: count)\(noun)" : "\(count)\(noun)"
  }

  static func + (left: Sentence, right: Sentence) -> Sentence {
    var sentence = left
    sentence.parts += right.parts
    return sentence
  }

  var html: HTML {
    parts.reduce(into: HTML()) { html, part in
      switch part {
      case .words(let words): html += HTML(text: words)
      case .figure(let figure, let isStrong):
        html += isStrong ? "<b>\(figure)</b>" : figure.html
      case .title(let title): html += .title(title)
      case .link(let title, let address):
        html += "<a href=\"\(text: address)\">\(HTML.title(title))</a>"
      }
    }
  }

  var markdown: String {
    parts.map { part in
      switch part {
      case .words(let words): words
      case .figure(let figure, let isStrong): isStrong ? "**\(figure.text)**" : figure.text
      case .title(let title), .link(let title, _): Markdown.escaped(title)
      }
    }.joined()
  }

  /// Without marks, for JSON: titles are not shortened.
  var plain: String {
    parts.map { part in
      switch part {
      case .words(let words): words
      case .figure(let figure, _): figure.text
      case .title(let title), .link(let title, _): title
      }
    }.joined()
  }
}

extension HTML {
  /// A title or a name from the data, shortened, with its own direction of writing.
  static func title(_ title: String) -> HTML {
    "<bdi>\(text: DisplayText.shortened(title))</bdi>"
  }
}

/// A number of a report: the same digits wherever a program reads it, and a text for people.
///
/// A page has `<data value="0.1234">12.3%</data>`, CSV and JSON have `0.1234`.
struct Figure: Hashable, Sendable {
  /// The number with the fewest decimals; nil if there is no number.
  let digits: String?
  /// The number as people read it.
  let text: String

  static func count(_ count: Int) -> Figure {
    Figure(digits: String(count), text: count.grouped)
  }

  /// A fraction from 0 to 1, with four decimals; its text is a percentage with one.
  static func share(_ share: Double) -> Figure {
    Figure(digits: share.decimal(4), text: share.percent())
  }

  static func share(_ share: Double?) -> Figure { share.map { .share($0) } ?? .none }

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

  /// - Parameter players: nil if it is not published for such days, or not recorded.
  static func players(_ players: PlayerCount?) -> Figure {
    switch players {
    case nil: .none
    case .atLeast(let count): .count(count)
    case .suppressed: Figure(digits: nil, text: "too few to show")
    }
  }

  /// - Parameter players: nil if it is not recorded.
  static func recordedPlayers(_ players: PlayerCount?) -> Figure {
    players == nil ? .notRecorded : .players(players)
  }

  /// There is no number.
  static let none = Figure(digits: nil, text: "–")

  /// The data has no events of the kind.
  static let notRecorded = Figure(digits: nil, text: "not recorded")

  static func rate(_ rate: Rate, of tally: Tally, in recorded: Set<Measure>) -> Figure {
    rate.isRecorded(in: recorded)
      ? .share(tally.rate(rate, in: recorded)?.estimate) : .notRecorded
  }

  var html: HTML {
    guard let digits, digits != text else { return HTML(text: text) }
    return "<data value=\"\(text: digits)\">\(text: text)</data>"
  }

  var json: JSONValue { digits.map { .digits($0) } ?? .null }

  /// Empty if there is no number: columns of numbers have no texts.
  var cell: CSVTable.Cell { digits.map { .digits($0) } ?? .empty }
}

extension HTML.StringInterpolation {
  mutating func appendInterpolation(_ figure: Figure) { appendInterpolation(figure.html) }
}
