/// The elements and texts of an HTML page, read by libxml2, which accepts any bytes.
///
/// The page is copied out of libxml2, so that its elements are values.
public struct HTMLDocument: Sendable {
  /// Larger pages are refused.
  public static let maximumBytes = 4 << 20
  /// Pages with elements nested deeper are refused. libxml2 stops without an error at 256.
  public static let maximumDepth = 250

  struct Node: Sendable {
    /// Empty for a text.
    let name: String
    let attributes: [String: String]
    let text: String
    /// The index after the last node below this one.
    var end: Int
  }

  /// In the order of the page.
  let nodes: [Node]

  /// Reads a page in UTF-8. Invalid bytes and NUL are replaced by U+FFFD, whatever the page declares.
  ///
  /// - Throws: `HTMLFailure`.
  public init(_ bytes: some Collection<UInt8>) throws(HTMLFailure) {
    guard bytes.count <= HTMLDocument.maximumBytes else { throw .tooLarge(bytes: bytes.count) }
    let text = String(decoding: bytes, as: UTF8.self).replacing("\0", with: "\u{FFFD}")
    nodes = try HTMLParser.nodes(of: Array(text.utf8))
  }

  /// All elements of a class, in the order of the page.
  public func elements(ofClass name: String) -> [HTMLElement] { root.elements(ofClass: name) }

  /// The first element of a class.
  public func first(ofClass name: String) -> HTMLElement? { root.first(ofClass: name) }

  /// All elements of a name, such as `a`.
  public func elements(named name: String) -> [HTMLElement] { root.elements(named: name) }

  private var root: HTMLElement { HTMLElement(document: self, index: -1) }
}

/// Why a page is not read.
public enum HTMLFailure: Error, Hashable, CustomStringConvertible {
  case tooLarge(bytes: Int)
  case tooDeep
  case noMemory

  /// What is wrong with the page.
  public var description: String {
    switch self {
    case .tooLarge(let bytes):
      "the page has \(bytes) bytes, more than \(HTMLDocument.maximumBytes)"
    case .tooDeep: "the page has elements nested more than \(HTMLDocument.maximumDepth) deep"
    case .noMemory: "there is no memory to read the page"
    }
  }
}
