/// Where in the app a card was shown.
enum Surface: String, CaseIterable {
  case personal, similar, trending, new, exploration
}
