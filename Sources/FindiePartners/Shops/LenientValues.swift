import FindieDomain

/// A number that some answers contain as text: `"required_age": "17"`.
struct NumberOrText: Decodable, Hashable, Sendable {
  let text: String

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    do {
      text = String(try container.decode(Int64.self))
    } catch {
      text = try container.decode(String.self)
    }
  }
}

/// A value that is nil if the answer lacks it or has another type.
@propertyWrapper
struct Lenient<Value: Decodable & Sendable>: Decodable, Sendable {
  let wrappedValue: Value?

  init(from decoder: any Decoder) {
    do { wrappedValue = try Value(from: decoder) } catch { wrappedValue = nil }
  }

  init() { wrappedValue = nil }
}

extension KeyedDecodingContainer {
  func decode<Value>(_ type: Lenient<Value>.Type, forKey key: Key) throws -> Lenient<Value> {
    try decodeIfPresent(type, forKey: key) ?? Lenient()
  }
}

/// The elements of an array that can be decoded. Others are skipped: one odd screenshot does not
/// make a game's answer unusable.
struct LenientArray<Element: Decodable & Sendable>: Decodable, Sendable {
  let elements: [Element]
  private(set) var skipped = 0

  private struct Skipped: Decodable {}

  init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    var elements: [Element] = []
    while !container.isAtEnd {
      do {
        elements.append(try container.decode(Element.self))
      } catch {
        _ = try container.decode(Skipped.self)
        skipped += 1
      }
    }
    self.elements = elements
  }

  /// The elements of a list in which every element matters.
  ///
  /// - Throws: `PartnerFailure.invalid` if there are some, and none can be decoded.
  func rows(of request: PartnerRequest) throws(PartnerFailure) -> [Element] {
    guard skipped == 0 || !elements.isEmpty else {
      throw request.invalid("none of its \(skipped) entries can be read")
    }
    return elements
  }
}

/// The texts in which shops write a release date: `12 May, 2016`, `May 12, 2016`, `Jun 2015`, `Q3
/// 2026`.
enum ShopDate {
  private static let months = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
  ]

  /// Nil if the text does not name a day.
  static func day(of text: String) -> Day? {
    let words = text.split { !$0.isLetter && !$0.isNumber }
    guard words.count == 3, let year = Int(words[2]), (1970...2200).contains(year) else {
      return nil
    }
    let (first, second) = (words[0], words[1])
    let (name, number) = first.first?.isNumber ?? false ? (second, first) : (first, second)
    guard let month = months.firstIndex(of: String(name.lowercased().prefix(3))),
      let day = Int(number)
    else { return nil }
    return Day(year: year, month: month + 1, day: day)
  }

  /// Nil if the text does not end in a year.
  static func year(of text: String) -> Int? {
    guard let word = text.split(whereSeparator: { !$0.isLetter && !$0.isNumber }).last,
      word.count == 4, let year = Int(word), (1970...2200).contains(year)
    else { return nil }
    return year
  }
}
