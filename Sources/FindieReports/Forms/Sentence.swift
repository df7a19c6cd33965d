/// A sentence of a report, of our own words, figures and hostile titles: each form writes it its way.
///
/// ```swift
/// let sentence: Sentence = "\(title: game.title) was seen \(strong: .count(12)) times."
/// sentence.html   // <bdi>…</bdi> was seen <b>12</b> times.
/// ```
struct Sentence: Hashable, Sendable, ExpressibleByStringInterpolation {
  enum Part: Hashable, Sendable {
    case words(String)
    case figure(Figure, isStrong: Bool)
    /// A game's or studio's own text.
    case title(String)
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

    mutating func appendInterpolation(_ sentence: Sentence) { parts += sentence.parts }
  }

  init(stringLiteral words: String) { parts = [.words(words)] }

  init(stringInterpolation: StringInterpolation) { parts = stringInterpolation.parts }

  /// How often something happened, such as `1 time`.
  static func times(_ count: Figure, isStrong: Bool = false) -> Sentence {
    let noun = count.digits == "1" ? " time" : " times"
    return isStrong ? "\(strong: count)\(noun)" : "\(count)\(noun)"
  }

  static func + (left: Sentence, right: Sentence) -> Sentence {
    var sentence = left
    sentence.parts += right.parts
    return sentence
  }

  var html: String {
    parts.map { part in
      switch part {
      case .words(let words): escaped(words)
      case .figure(let figure, let isStrong): isStrong ? "<b>\(figure.html)</b>" : figure.html
      case .title(let title): "<bdi>\(escaped(DisplayText.shortened(title)))</bdi>"
      }
    }.joined()
  }

  var markdown: String {
    parts.map { part in
      switch part {
      case .words(let words): words
      case .figure(let figure, let isStrong): isStrong ? "**\(figure.words)**" : figure.words
      case .title(let title): Markdown.escaped(title)
      }
    }.joined()
  }

  /// Without any marks, for JSON: titles as they are.
  var plain: String {
    parts.map { part in
      switch part {
      case .words(let words): words
      case .figure(let figure, _): figure.words
      case .title(let title): title
      }
    }.joined()
  }
}
