import FindieDomain
import FindieModels

/// How much each candidate would reduce the divergence of a list's genres from the player's.
///
/// With the player's p(g), q(g) = Σᵢ p(g|i) / m over the m listed games that have genres, and q̃ =
/// (1 − α) q + α p, the divergence is
///
///     C(p, q) = Σ_g p(g) ln(p(g) / q̃(g))
///
/// and a candidate's gain is C of the list plus a game whose genres p lacks, minus C of the list
/// plus the candidate. The first term is the same for all candidates, so gains rank candidates as
/// −C does.
///
/// Source: Steck, *Calibrated Recommendations* (2018), DOI 10.1145/3240323.3240372, formulas 2 to
/// 7.
struct GenreCalibration: Sendable {
  private static let genres = Genre.allCases.count

  /// The genres that the player likes, and their shares by index, 0 for the others.
  private var liked = GenreSet()
  private var taste = SIMD16<Float>(repeating: 0)
  private var smoothing: Float = 0
  /// Σᵢ p(g|i) over the listed games, and m.
  private var sums = SIMD16<Float>(repeating: 0)
  private var listed = 0
  /// The inputs of a gain: a game's liked genres, and its number of genres.
  private struct Kind: Sendable {
    let size: Int16
    /// Where `rises` has the first liked genres, in bytes; a zero for each missing one.
    private(set) var offsets = SIMD4(repeating: UInt16(64 * (genres + 1)))
    /// The liked genres without `offsets`.
    private(set) var rest: GenreSet

    init(liked: GenreSet, size: Int) {
      (self.size, rest) = (Int16(size), liked)
      for position in offsets.indices {
        guard let genre = rest.first else { break }
        offsets[position] = UInt16(64 * size + 4 * genre)
        rest.remove(GenreSet(rawValue: 1 << UInt16(genre)))
      }
    }
  }

  /// The candidates' distinct genres, and their distinct `Kind`s with their gains.
  private var genreSets: [GenreSet] = []
  private var sets: [Kind] = []
  /// The liked genres and the size of each of them in one number.
  private var keys: [UInt32] = []
  private var gains: [Float] = []
  /// The index in `sets` of a game's genres, −1 between lists.
  private var positions = [Int16](repeating: -1, count: 1 << genres)
  /// By candidate, padded to a multiple of 16: its index in `sets`, and its gain in nats as of the
  /// last `updateGains`.
  private var setOfCandidate: [Int16] = []
  private(set) var candidateGains: [Float] = []
  /// The numbers of genres that some candidate has, as bits.
  private var sizes: UInt32 = 0
  /// By number of genres k, by genre: p(g) ln(q̃'(g) / q̃(g)), where q̃' includes one more game,
  /// with the genre among its k; for k = 0, one more without genres.
  /// Zeros follow.
  private var rises = [SIMD16<Float>](repeating: SIMD16(repeating: 0), count: genres + 2)

  /// Starts a list.
  mutating func start(
    _ candidates: Span<RankedCandidate>, taste: GenreTaste, smoothing: Double,
    catalogue: VarietyCatalogue
  ) {
    self.smoothing = Float(smoothing)
    self.taste = SIMD16<Float>(taste.shares)
    liked = []
    for genre in 0..<Self.genres where self.taste[genre] > 0 {
      liked.insert(GenreSet(rawValue: 1 << UInt16(genre)))
    }
    sums = SIMD16(repeating: 0)
    listed = 0
    genreSets.removeAll(keepingCapacity: true)
    sets.removeAll(keepingCapacity: true)
    keys.removeAll(keepingCapacity: true)
    sizes = 0
    let lanes = (candidates.count + 15) / 16 * 16
    while setOfCandidate.count < lanes {
      setOfCandidate.append(0)
      candidateGains.append(0)
    }
    number(candidates, catalogue)
    while gains.count < sets.count { gains.append(0) }
  }

  /// Numbers the candidates' sets.
  private mutating func number(_ candidates: Span<RankedCandidate>, _ catalogue: VarietyCatalogue) {
    let genres = catalogue.genres.span
    for index in candidates.indices {
      let own = genres[Int(candidates[index].game)]
      var position = positions[Int(own.rawValue)]
      if position < 0 {
        let (common, size) = (own.intersection(liked), own.count)
        let key = UInt32(common.rawValue) << 8 | UInt32(size)
        position = Int16(keys.firstIndex(of: key) ?? keys.count)
        if Int(position) == keys.count {
          keys.append(key)
          sets.append(Kind(liked: common, size: size))
        }
        genreSets.append(own)
        positions[Int(own.rawValue)] = position
        sizes |= 1 << UInt32(size)
      }
      setOfCandidate[index] = position
    }
    for own in genreSets { positions[Int(own.rawValue)] = -1 }
  }

  /// Lists a game of these genres.
  mutating func list(_ genres: GenreSet) {
    guard !genres.isEmpty else { return }
    let share = 1 / Float(genres.count)
    genres.forEachIndex { sums[$0] += share }
    listed += 1
  }

  /// Makes the gains of the first `end` candidates those of the next game of the list.
  mutating func updateGains(below end: Int) {
    // The weight of a listed game in q̃ if a game with genres is added, and if one without is.
    let share = (1 - smoothing) / Float(listed + 1)
    let same = (1 - smoothing) / Float(max(1, listed))
    let least = smoothing * taste
    // Genres that the player does not like have no gain, whatever q̃ is.
    let lowest = (share * sums + least).replacing(with: 1, where: taste .<= 0)
    var rest = sizes
    while rest != 0 {
      let size = rest.trailingZeroBitCount
      let higher = size == 0 ? same * sums + least : lowest + share / Float(size)
      rises[size] =
        taste * (higher / lowest).replacing(with: 1, where: taste .<= 0).naturalLogarithms
      rest &= rest - 1
    }
    Self.sum(rises, of: sets, unchanged: rises[0].sum(), into: &gains)
    Self.spread(gains, setOfCandidate, below: end, to: &candidateGains)
  }

  private static func sum(
    _ rises: [SIMD16<Float>], of sets: [Kind], unchanged: Float, into gains: inout [Float]
  ) {
    let rises = unsafe rises.span.bytes
    let sets = sets.span
    var gains = gains.mutableSpan
    for position in sets.indices {
      let set = sets[position]
      var gain = set.size == 0 ? unchanged : 0
      for index in 0..<4 {
        // A genre's index is below 16, and a size at most the number of genres.
        gain += unsafe rises.unsafeLoad(
          fromByteOffset: Int(set.offsets[index]), as: Float.self)
      }
      set.rest.forEachIndex {
        gain += unsafe rises.unsafeLoad(
          fromByteOffset: 64 * Int(set.size) + 4 * $0, as: Float.self)
      }
      gains[position] = gain
    }
  }

  private static func spread(
    _ gains: [Float], _ sets: [Int16], below end: Int, to candidates: inout [Float]
  ) {
    let gains = gains.span
    let sets = sets.span
    var candidates = candidates.mutableSpan
    for index in 0..<end { candidates[index] = gains[Int(sets[index])] }
  }
}

extension SIMD16<Float> {
  /// ln of each, within 2 ε relative or absolute, for normal numbers above 0: the same bytes on
  /// every processor.
  ///
  /// With x = 2ᵉ m, m between √½ and √2, and t = (m − 1) / (m + 1), it is e ln 2 + 2 artanh t.
  package var naturalLogarithms: SIMD16<Float> {
    let bits = unsafe unsafeBitCast(self, to: SIMD16<UInt32>.self)
    // An integer below 2²³ as the fraction of a number whose unit in the last place is 1.
    let exponents =
      unsafe unsafeBitCast(bits &>> 23 | 0x4B00_0000, to: SIMD16<Float>.self)
      - SIMD16(repeating: 0x1p23 + 127)
    let fractions = unsafe unsafeBitCast(
      bits & 0x7F_FFFF | 0x3F80_0000, to: SIMD16<Float>.self)
    let isLarge = fractions .> SIMD16(repeating: 1.414_213_5)
    let m = fractions.replacing(with: fractions * 0.5, where: isLarge)
    let e = exponents.replacing(with: exponents + 1, where: isLarge)
    let t = (m - 1) / (m + 1)
    let square = t * t
    var series = square * (1 / 9) + (1 / 7)
    series = series * square + (1 / 5)
    series = series * square + (1 / 3)
    series = series * square + 1
    return e * 0.693_147_18 + (t + t) * series
  }
}
