/// A JSON value that is put together by hand, for documents whose form others have fixed.
enum JSONTree: Encodable, Sendable {
  case text(String)
  case integer(Int)
  case number(Double)
  case flag(Bool)
  case list([JSONTree])
  case object([String: JSONTree])

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .text(let text): try container.encode(text)
    case .integer(let integer): try container.encode(integer)
    case .number(let number): try container.encode(number)
    case .flag(let flag): try container.encode(flag)
    case .list(let list): try container.encode(list)
    case .object(let object): try container.encode(object)
    }
  }
}

extension JSONTree: ExpressibleByStringInterpolation, ExpressibleByIntegerLiteral,
  ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  init(stringLiteral text: String) { self = .text(text) }
  init(integerLiteral integer: Int) { self = .integer(integer) }
  init(arrayLiteral list: JSONTree...) { self = .list(list) }
  init(dictionaryLiteral members: (String, JSONTree)...) {
    self = .object(Dictionary(members, uniquingKeysWith: { $1 }))
  }
}
