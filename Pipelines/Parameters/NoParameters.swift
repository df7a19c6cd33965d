/// The parameters of a stage that has none.
struct NoParameters: Encodable {}
