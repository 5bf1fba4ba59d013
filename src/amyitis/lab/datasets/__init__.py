"""Games as Parquet files, for programs that learn from data."""
