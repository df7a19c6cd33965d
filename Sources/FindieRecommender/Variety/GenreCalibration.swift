import FindieDomain
import Foundation

/// How much nearer each candidate would bring a list's genres to the player's.
///
/// With p(g) of the player, q(g) = Σᵢ p(g|i) / m over the m listed games that have genres, and
/// q̃ = (1 − α) q + α p, the divergence is
///
///     C(p, q) = Σ_g p(g) ln(p(g) / q̃(g))
///
/// and a candidate's gain is C of the list and a game of genres that p lacks, less C of the list and
/// the candidate. What is subtracted from is the same for all, so gains rank candidates as −C does.
///
/// Source: Steck, *Calibrated Recommendations* (2018), DOI 10.1145/3240323.3240372, formulas 2 to 7.
struct GenreCalibration: Sendable {
  private static let genres = Genre.allCases.count

  /// The genres that the player likes, and their shares by place.
  private var liked = GenreSet()
  private var taste = [Float](repeating: 0, count: genres)
  private var smoothing: Float = 0
  /// Σᵢ p(g|i) over the listed games, and m.
  private var sums = [Float](repeating: 0, count: genres)
  private var listed = 0
  /// A distinct set of genres among the candidates: its liked genres, and where the rises of games
  /// with as many genres stand.
  private struct Set: Sendable {
    let liked: GenreSet
    let row: Int16
  }

  /// The distinct sets of genres among the candidates; as such, as `Set` and their gains.
  private var genreSets: [GenreSet] = []
  private var sets: [Set] = []
  private var gains: [Float] = []
  /// The place of each set of genres in `sets`, −1 between lists.
  private var places = [Int16](repeating: -1, count: 1 << genres)
  /// By candidate, filled up to a multiple of 16: its place in `sets`, and its gain.
  private var setOfCandidate: [Int16] = []
  private var candidateGains: [Float] = []
  /// The numbers of genres that some candidate has, as bits.
  private var sizes: UInt32 = 0
  /// By number of genres k and genre: p(g) ln(q̃'(g) / q̃(g)), where q̃' lists one game more that has
  /// the genre among k.
  private var rises = [Float](repeating: 0, count: (genres + 1) * genres)

  /// Starts a list.
  mutating func start(
    _ candidates: Span<RankedCandidate>, taste: GenreTaste, smoothing: Double,
    catalogue: VarietyCatalogue
  ) {
    self.smoothing = Float(smoothing)
    let shares = taste.shares
    liked = []
    for genre in 0..<GenreCalibration.genres {
      self.taste[genre] = Float(shares[genre])
      if shares[genre] > 0 { liked.insert(GenreSet(rawValue: 1 << UInt16(genre))) }
      sums[genre] = 0
    }
    listed = 0
    genreSets.removeAll(keepingCapacity: true)
    sets.removeAll(keepingCapacity: true)
    gains.removeAll(keepingCapacity: true)
    setOfCandidate.removeAll(keepingCapacity: true)
    candidateGains.removeAll(keepingCapacity: true)
    sizes = 0
    for index in candidates.indices {
      let own = catalogue.genres[Int(candidates[index].game)]
      if places[Int(own.rawValue)] < 0 {
        let size = own.count
        places[Int(own.rawValue)] = Int16(sets.count)
        genreSets.append(own)
        sets.append(Set(liked: own.intersection(liked), row: Int16(size * GenreCalibration.genres)))
        gains.append(0)
        sizes |= 1 << UInt32(size)
      }
      setOfCandidate.append(places[Int(own.rawValue)])
      candidateGains.append(0)
    }
    for own in genreSets { places[Int(own.rawValue)] = -1 }
    while candidateGains.count % 16 != 0 { candidateGains.append(0) }
  }

  /// Lists a game of these genres.
  mutating func list(_ genres: GenreSet) {
    guard !genres.isEmpty else { return }
    genres.forEachPlace { sums[$0] += 1 / Float(genres.count) }
    listed += 1
  }

  /// The gains of sixteen candidates in nats, as of the last `updateGains`.
  @inline(__always)
  func gains(_ vector: Int) -> SIMD16<Float> { candidateGains.span.vector(vector) }

  /// Makes the gains of the first `end` candidates those of the next game of the list.
  mutating func updateGains(below end: Int) {
    // What a listed game is of q̃ where a game with genres joins, and where one without does.
    let share = (1 - smoothing) / Float(listed + 1)
    let same = (1 - smoothing) / Float(max(1, listed))
    var unchanged: Float = 0
    liked.forEachPlace { genre in
      let least = smoothing * taste[genre]
      let base = share * sums[genre] + least
      let lowest = log(base)
      if sizes & 1 == 1 { unchanged += taste[genre] * (log(same * sums[genre] + least) - lowest) }
      var rest = sizes & ~1
      while rest != 0 {
        let size = rest.trailingZeroBitCount
        rises[size * GenreCalibration.genres + genre] =
          taste[genre] * (log(base + share / Float(size)) - lowest)
        rest &= rest - 1
      }
    }
    GenreCalibration.sum(rises, of: sets, unchanged: unchanged, into: &gains)
    GenreCalibration.spread(gains, setOfCandidate, below: end, to: &candidateGains)
  }

  private static func sum(
    _ rises: [Float], of sets: [Set], unchanged: Float, into gains: inout [Float]
  ) {
    let rises = rises.span
    let sets = sets.span
    var gains = gains.mutableSpan
    for place in sets.indices {
      let row = Int(sets[place].row)
      var gain = row == 0 ? unchanged : 0
      sets[place].liked.forEachPlace { gain += rises[row + $0] }
      gains[place] = gain
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
