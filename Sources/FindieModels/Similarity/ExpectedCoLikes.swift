/// The co-likes of two games that chance explains, among players with similar counts of positives.
///
///     eᵢⱼ = Σ_b v_b nᵢ_b nⱼ_b / N_b        v_b = mean over u in b of wᵤ² (1 - 1/kᵤ)
///
/// Stratum b has the N_b players with kᵤ from 2ᵇ to 2ᵇ⁺¹ - 1 positives, of whom nᵢ_b have one for
/// game i. Within a stratum, games are taken as independent; 1 - 1/kᵤ is the share of a player's
/// pairs with two different positives. So all pairs of a player who owns everything are expected,
/// and popular games, which many such players own, are not similar for that alone.
///
/// Source: the stratified expected counts of W. DuMouchel, *Bayesian data mining in large frequency
/// tables*, The American Statistician 53 (1999), DOI 10.1080/00031305.1999.10474456, section 2.
struct ExpectedCoLikes: Sendable {
  /// By game and stratum, nᵢ_b √(v_b / N_b): eᵢⱼ is the inner product of two.
  private var shares: [SIMD16<Float>]

  /// - Complexity: O(positives); 64 bytes per game.
  init(of coLikes: CoLikes) {
    let byPlayer = coLikes.byPlayer
    func stratum(_ player: Int) -> Int {
      let count = byPlayer.count(ofRow: player)
      return min(15, Int.bitWidth - 1 - max(1, count).leadingZeroBitCount)
    }
    var (players, sums) = (SIMD16<Double>(), SIMD16<Double>())
    shares = [SIMD16<Float>](repeating: SIMD16(), count: byPlayer.columns)
    for player in 0..<byPlayer.rows where byPlayer.count(ofRow: player) > 0 {
      let stratum = stratum(player)
      players[stratum] += 1
      let share = 1 - 1 / Double(byPlayer.count(ofRow: player))
      sums[stratum] += (coLikes.weights[player] * share).inFixedPoint
      for position in byPlayer.range(ofRow: player) {
        shares[Int(byPlayer.columnIndices[position])][stratum] += 1
      }
    }
    // v_b / N_b = Σᵤ wᵤ² (1 - 1/kᵤ) / N_b².
    let factors = SIMD16<Float>(
      (sums.squareRoot() / players).replacing(with: 0, where: players .== 0))
    for game in shares.indices { shares[game] *= factors }
  }

  /// eᵢⱼ, in the unit of `CommonPlayers.Sum.weight`.
  @inline(__always)
  func weight(_ game: Int, _ other: Int) -> Float { (shares[game] * shares[other]).sum() }
}
