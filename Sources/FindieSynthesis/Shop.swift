/// Where an external click leads.
enum Shop: String {
  case steam, itchio
}
