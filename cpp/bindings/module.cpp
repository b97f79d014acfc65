// The Python module. Bindings convert arguments, release the GIL and call the core. Only this folder uses nanobind.
#include <cstdint>

#include "bindings/arrays.hpp"
#include "core/greedy.hpp"
#include "core/search/costs.hpp"
#include "core/simd.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace bestguess;

NB_MODULE(_core, m) {
  nb::set_leak_warnings(false);  // the cache of games keeps tables until the process ends, which is no leak
  m.attr("version") = BESTGUESS_VERSION;
  m.attr("infinite") = infinite;

  nb::enum_<Simd>(m, "Simd").value("portable", Simd::portable).value("avx2", Simd::avx2);
  m.def("best_simd", &best_simd);
  m.def("simd", &simd);
  m.def("set_simd", &set_simd, "version"_a);

  python::bind_games(m);
  python::bind_partitions(m);
  python::bind_searches(m);
  python::bind_tables(m);

  m.def("random_state", nb::overload_cast<std::uint64_t>(&random_state), "seed"_a);
  m.def("next_random_state", nb::overload_cast<std::uint64_t, std::uint32_t, std::uint32_t>(&random_state), "state"_a,
        "guess"_a, "feedback"_a);
}
