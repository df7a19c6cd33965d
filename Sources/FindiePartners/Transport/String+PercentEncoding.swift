import FindieDomain

extension String {
  /// The text with all characters encoded but the unreserved ones (RFC 3986, section 2.3).
  package var percentEncoded: String { LinkParts.encoded(self) }
}
