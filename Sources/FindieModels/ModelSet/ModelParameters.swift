/// The parameters of all models.
package struct ModelParameters: Sendable {
  package var als = ALSParameters()
  package var ease = EASEParameters()
  package var neighborhood = NeighborhoodParameters()

  package init() {}
}
