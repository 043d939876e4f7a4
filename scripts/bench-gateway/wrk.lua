-- Sends the requests of the file that PORTICO_REQUESTS names, one after the other, for ever.
local requests = {}
local at = 0

function init()
  local file = assert(io.open(os.getenv("PORTICO_REQUESTS"), "rb"))
  for one in file:read("*a"):gmatch("[^%z]+") do requests[#requests + 1] = one end
  file:close()
end

function request()
  at = at % #requests + 1
  return requests[at]
end
