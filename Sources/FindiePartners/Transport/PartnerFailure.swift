package import FindieWorkspace

/// Why a partner did not answer a request. No case contains a secret.
package enum PartnerFailure: Error, Sendable, Hashable {
  /// The connection failed or timed out, after all retries.
  case unreachable(String, reason: String)
  /// The partner may have received a request that must not be repeated.
  case uncertain(String, reason: String)
  /// The status after all retries; 429 is too many requests.
  case status(String, Int)
  /// 401 or 403.
  case unauthorized(String, Int)
  /// The server asks to wait longer than a run waits.
  case rateLimited(String, seconds: Int)
  case redirected(String, to: String)
  /// The answer does not match the partner's documentation.
  case invalid(String, detail: String)
  /// A file that is read in place of an answer cannot be used.
  case file(String, detail: String)
  /// The run's allowance of requests to the endpoint is used up.
  case allowanceUsed(String, Int)
  /// The partner does not know the credentials with these names.
  case refusedSecrets(String, Int, names: [String])
  /// A refusal with a message and kind of its own.
  case refusal(String, FailureKind)

  /// The endpoint failed several times in a row, so this run does not ask it again.
  package static func givenUp(_ endpoint: String) -> PartnerFailure {
    .refusal(
      "\(endpoint): several requests in a row failed. This run sends no more; run the command "
        + "again later.", .unavailable)
  }

  package static func missingSecret(_ name: String) -> PartnerFailure {
    .refusal(
      "\(name) is not set. Set it in the environment or in the file of --secrets.", .badParameters)
  }
}

extension PartnerFailure {
  /// Whether the partner may have carried out a request that must not be repeated.
  package var mayHaveArrived: Bool { if case .uncertain = self { true } else { false } }

  /// Whether the request was sent, and failed.
  var isAboutRequest: Bool {
    switch self {
    case .unreachable, .uncertain, .status, .unauthorized, .redirected, .invalid: true
    case .rateLimited, .file, .allowanceUsed, .refusedSecrets, .refusal: false
    }
  }

  /// Whether a file cannot be used.
  package var isAboutFile: Bool { if case .file = self { true } else { false } }

  /// The failure with its texts changed.
  func mapTexts(_ change: (String) -> String) -> PartnerFailure {
    switch self {
    case .unreachable(let request, let reason):
      .unreachable(change(request), reason: change(reason))
    case .uncertain(let request, let reason):
      .uncertain(change(request), reason: change(reason))
    case .status(let request, let status): .status(change(request), status)
    case .unauthorized(let request, let status): .unauthorized(change(request), status)
    case .rateLimited(let request, let seconds): .rateLimited(change(request), seconds: seconds)
    case .redirected(let request, let host): .redirected(change(request), to: change(host))
    case .invalid(let request, let detail): .invalid(change(request), detail: change(detail))
    case .refusedSecrets(let request, let status, let names):
      .refusedSecrets(change(request), status, names: names)
    case .file, .allowanceUsed, .refusal: self
    }
  }
}

extension PartnerFailure: CustomStringConvertible {
  package var description: String {
    switch self {
    case .unreachable(let request, let reason):
      "\(request): no answer (\(reason)). Check the network and the proxy."
    case .uncertain(let request, let reason):
      "\(request): no usable answer (\(reason)). The request may have arrived, so it is not "
        + "repeated."
    case .status(let request, 429):
      "\(request): too many requests (429). Lower the endpoint's rate in the settings."
    case .status(let request, let status): "\(request): status \(status)."
    case .unauthorized(let request, let status):
      "\(request): refused (\(status)). Check the key or the token."
    case .rateLimited(let request, let seconds):
      "\(request): the server asks to wait \(seconds) s. Run the same command again later."
    case .redirected(let request, let url):
      "\(request): redirected to \(url), which is not allowed."
    case .invalid(let request, let detail): "\(request): unexpected answer: \(detail)."
    case .file(let name, let detail): "\(name): \(detail)" + (detail.hasSuffix(".") ? "" : ".")
    case .allowanceUsed(let endpoint, let requests):
      "\(endpoint): reached the limit of \(requests) requests per run. Run the command again to "
        + "continue."
    case .refusedSecrets(let request, let status, let names):
      "\(request): refused (\(status)). Check \(names.joined(separator: " and "))."
    case .refusal(let message, _): message
    }
  }
}

extension PartnerFailure: KnownFailure {
  package var failureKind: FailureKind {
    switch self {
    case .refusedSecrets: .badParameters
    case .refusal(_, let kind): kind
    default: .unavailable
    }
  }
}
