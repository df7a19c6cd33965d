import FindieBatch

extension Parameter {
  /// How a night runs and what is kept of it; the lists and reports do not hang on them.
  static let running: [Parameter] = [
    .integer(
      "stages.sideBySide", \.stages.sideBySide, in: 1...64,
      "How many stages may be made at a time, on the same threads; changes no byte of what is made."
    ),
    .choice(
      "stages.positions.onError", \.stages.positions.onError,
      "What its failure means: the night ends, only what does not read it is made, or the last one serves."
    ),
    .integer(
      "stages.positions.dropOrder", \.stages.positions.dropOrder, in: 0...9,
      "The place among the stages that --finish-by leaves out, 1 first; 0 never."),
    .choice(
      "stages.evaluation.onError", \.stages.evaluation.onError,
      "What its failure means: the night ends, only what does not read it is made, or the last one serves."
    ),
    .integer(
      "stages.evaluation.dropOrder", \.stages.evaluation.dropOrder, in: 0...9,
      "The place among the stages that --finish-by leaves out, 1 first; 0 never."),
    .choice(
      "stages.reports.onError", \.stages.reports.onError,
      "What its failure means: the night ends, only what does not read it is made, or the last one serves."
    ),
    .integer(
      "stages.reports.dropOrder", \.stages.reports.dropOrder, in: 0...9,
      "The place among the stages that --finish-by leaves out, 1 first; 0 never."),

    .integer(
      "keep.nights", \.keep.nights, in: 1...10_000,
      "So many of the newest published nights stay; a night removes older ones at its end."),
    .integer(
      "keep.monthly", \.keep.monthly, in: 0...1200,
      "The last night of each of so many months stays, too."),
  ]
}
