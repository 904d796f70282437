// Defines size limits. The limits on requests are the protocol's. The others keep replies below the size that
// a hall accepts.

export const bounds = {
  descriptionCharacters: 1000,
  taskCharacters: 256 * 1024,
  configBytes: 64 * 1024,
  filterCharacters: 256,
  requestBytes: 4 * 1024 * 1024,
  batch: 100,
  summaryCharacters: 4000,
  noteCharacters: 16_000,
  /** Applies to the decisions and to the questions of one job separately. */
  notes: 100,
  outputCharacters: 1024 * 1024,
  artifacts: 100,
  artifactBytes: 4 * 1024 * 1024,
  artifactsBytes: 32 * 1024 * 1024,
} as const;
