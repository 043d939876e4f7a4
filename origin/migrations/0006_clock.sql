-- The clock as it was read, so that a wrong one deletes no messages. One row.
CREATE TABLE clock_readings (
    id BIGINT PRIMARY KEY,
    -- The newest time that is trusted, in seconds since the epoch.
    trusted_at BIGINT NOT NULL,
    -- The last reading.
    read_at BIGINT NOT NULL,
    -- Since when readings are doubted; 0: they are not.
    doubted_at BIGINT NOT NULL
);
