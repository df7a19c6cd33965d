import CXML

/// Reads HTML with libxml2 and copies the tree.
enum HTMLParser {
  /// The depth is checked between two pieces.
  private static let bytesPerPiece = 4096

  static func nodes(of bytes: [UInt8]) throws(Unreadable) -> [HTMLDocument.Node] {
    guard !bytes.isEmpty else { return [] }
    guard
      let context = unsafe htmlCreatePushParserCtxt(nil, nil, nil, 0, nil, XML_CHAR_ENCODING_UTF8)
    else { throw Unreadable(why: "there is no memory to read the page") }
    defer {
      unsafe xmlFreeDoc(context.pointee.myDoc)
      unsafe htmlFreeParserCtxt(context)
    }
    let options =
      HTML_PARSE_RECOVER.rawValue | HTML_PARSE_NOERROR.rawValue | HTML_PARSE_NOWARNING.rawValue
      | HTML_PARSE_NONET.rawValue | HTML_PARSE_IGNORE_ENC.rawValue
    unsafe htmlCtxtUseOptions(context, CInt(options))
    let isShallow = unsafe bytes.withUnsafeBufferPointer { buffer in
      for start in stride(from: 0, to: buffer.count, by: bytesPerPiece) {
        let piece = unsafe UnsafeBufferPointer(
          rebasing: buffer[start..<min(start + bytesPerPiece, buffer.count)])
        let isLast = start + piece.count == buffer.count
        unsafe piece.withMemoryRebound(to: CChar.self) {
          _ = unsafe htmlParseChunk(context, $0.baseAddress, CInt($0.count), isLast ? 1 : 0)
        }
        if unsafe context.pointee.nodeNr > HTMLDocument.maximumDepth { return false }
      }
      return true
    }
    guard isShallow else {
      throw Unreadable(
        why: "the page has elements nested more than \(HTMLDocument.maximumDepth) deep")
    }
    return unsafe copied(context.pointee.myDoc)
  }

  /// The elements and texts below a document. Not recursive, so that deep pages need no stack.
  private static func copied(_ document: xmlDocPtr?) -> [HTMLDocument.Node] {
    var nodes: [HTMLDocument.Node] = []
    var open: [Int] = []
    var next = unsafe document?.pointee.children
    while let node = unsafe next {
      let type = unsafe node.pointee.type
      var isElement = false
      if type == XML_ELEMENT_NODE {
        isElement = true
        unsafe nodes.append(
          HTMLDocument.Node(
            name: text(node.pointee.name), attributes: attributes(of: node), text: "", end: 0))
      } else if type == XML_TEXT_NODE || type == XML_CDATA_SECTION_NODE {
        unsafe nodes.append(
          HTMLDocument.Node(
            name: "", attributes: [:], text: text(node.pointee.content), end: nodes.count + 1))
      }
      if isElement, let child = unsafe node.pointee.children {
        open.append(nodes.count - 1)
        unsafe next = child
        continue
      }
      if isElement { nodes[nodes.count - 1].end = nodes.count }
      var last = unsafe node
      unsafe next = last.pointee.next
      while unsafe next == nil, let element = open.popLast() {
        nodes[element].end = nodes.count
        guard let parent = unsafe last.pointee.parent else { break }
        unsafe last = parent
        unsafe next = last.pointee.next
      }
    }
    return nodes
  }

  private static func attributes(of node: xmlNodePtr) -> [String: String] {
    var attributes: [String: String] = [:]
    var next = unsafe node.pointee.properties
    while let attribute = unsafe next {
      var value = ""
      var part = unsafe attribute.pointee.children
      while let node = unsafe part {
        value += unsafe text(node.pointee.content)
        unsafe part = node.pointee.next
      }
      let name = unsafe text(attribute.pointee.name)
      if attributes[name] == nil { attributes[name] = value }
      unsafe next = attribute.pointee.next
    }
    return attributes
  }

  private static func text(_ characters: UnsafePointer<xmlChar>?) -> String {
    guard let characters = unsafe characters else { return "" }
    return unsafe String(decodingCString: characters, as: UTF8.self)
  }
}
