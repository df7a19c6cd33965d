/// The headers that authorize requests to a partner whose tokens expire.
package protocol RequestAuthorization: Sendable {
  /// The headers of the next request.
  ///
  /// - Throws: `PartnerFailure`, `SyncStopped`, `FileFailure`.
  func headers() throws -> [String: Secret]

  /// Discards headers that the partner refused with status 401. The next call of `headers` gets new ones.
  func discard(_ headers: [String: Secret])
}
