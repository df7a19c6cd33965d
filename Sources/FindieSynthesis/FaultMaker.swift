import FindieDomain

/// Adds the broken and the doubled lines that were asked for, without moving a sound one.
struct FaultMaker {
  enum Kind: String, CaseIterable {
    case truncated, notJSON, missingId, unknownAction, badTimestamp, wrongType
  }

  private let bad: Probability
  private let duplicate: Probability
  private let isIdle: Bool
  private var random: RandomStream

  init(_ parameters: WorldParameters, day: Int) {
    bad = Probability(parameters.badLineShare)
    duplicate = Probability(parameters.duplicateShare)
    isIdle = bad.parts == 0 && duplicate.parts == 0
    random = RandomStream(seed: parameters.seed, .faults, day)
  }

  /// What to add after the sound line that starts at `start` of `bytes`.
  mutating func spoil(
    after start: Int, in bytes: inout [UInt8], _ tally: inout Tally, on day: Int
  ) {
    guard !isIdle else { return }
    let line = bytes[start...]
    if random.chance(duplicate) {
      bytes.append(contentsOf: line)
      tally.days[day].duplicates += 1
    }
    if random.chance(bad) {
      let kind = Kind.allCases[random.below(Kind.allCases.count)]
      if kind == .truncated {
        bytes.append(contentsOf: line.prefix(line.count / 2))
      } else {
        bytes.append(FaultMaker.text(kind))
      }
      bytes.append(UInt8(ascii: "\n"))
      tally.days[day].badLines += 1
      tally.badLines[Kind.allCases.firstIndex(of: kind) ?? 0] += 1
    }
  }

  private static func text(_ kind: Kind) -> String {
    func line(_ action: String, _ instant: String) -> String {
      #"{"id":"gen-bad","userId":"gen-bad","gameId":"gen-bad","action":\#(action),"#
        + #""timestamp":"\#(instant)","sessionId":"gen-bad"}"#
    }
    return switch kind {
    case .truncated, .notJSON: "this line is not JSON"
    case .missingId: #"{"userId":"gen-bad","action":"like","timestamp":"2025-07-03T12:00:00Z"}"#
    case .unknownAction: line(#""adore""#, "2025-07-03T12:00:00Z")
    case .badTimestamp: line(#""like""#, "2025-13-45T99:00:00Z")
    case .wrongType: line("7", "2025-07-03T12:00:00Z")
    }
  }
}
