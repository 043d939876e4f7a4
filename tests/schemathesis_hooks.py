# What the checker of the API cannot know by itself.

import schemathesis

# Bytes of an upload, by tus.
schemathesis.serializer.alias("application/offset+octet-stream", "application/octet-stream")
