import FindieDomain

/// A set of platforms in one number.
struct PlatformSet: OptionSet, Sendable, Hashable {
  let rawValue: UInt16

  init(rawValue: UInt16) {
    self.rawValue = rawValue
  }

  init(_ platforms: [Platform]) {
    rawValue = platforms.reduce(0) { set, platform in
      set | 1 << UInt16(Platform.allCases.firstIndex(of: platform) ?? 0)
    }
  }
}
